// Unpacks the page, which is as long as a chapter, and runs its script: the policy has the hashes of its style and its script.

const unpackPage = async () => {
  const packed = document.getElementById("packed")?.textContent ?? "";
  // Five letters, of 85 that mean nothing to a browser, are four bytes.
  const length = Math.ceil(packed.length / 5);
  const letters = packed.replaceAll("}", "<").padEnd(5 * length, "|");
  const bytes = new DataView(new ArrayBuffer(4 * length));
  for (let at = 0; at < length; at += 1) {
    let number = 0;
    for (let of = 5 * at; of < 5 * at + 5; of += 1) number = 85 * number + letters.charCodeAt(of) - 40;
    bytes.setUint32(4 * at, number);
  }
  const stream = new Blob([bytes.buffer.slice(0, (packed.length * 4) / 5)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const [script, content, style] = (await new Response(stream).text()).split("\0");
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  document.body.classList.add("playing");
  document.body.insertAdjacentHTML("afterbegin", content);
  document.head.append(Object.assign(document.createElement("script"), { textContent: script }));
};

if (globalThis.DecompressionStream) unpackPage();
else document.body.prepend("This page needs a browser of 2023 or later.");
