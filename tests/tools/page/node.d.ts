// What tests of the modules use of node, whose own types are a package of 2 MB.

declare module "node:assert/strict" {
  const assert: {
    ok(value: unknown, message?: string): asserts value;
    equal(found: unknown, expected: unknown, message?: string): void;
    notEqual(found: unknown, other: unknown, message?: string): void;
    deepEqual(found: unknown, expected: unknown, message?: string): void;
    match(text: string, pattern: RegExp): void;
  };
  export default assert;
}
declare module "node:fs";
declare module "node:test";
declare const process: { env: Record<string, string> };
