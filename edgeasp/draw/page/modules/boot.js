// Unpacks the script of the page, which is as long as a chapter, and runs it: its own policy has the hash of it.

const packed = document.getElementById("packed")?.textContent ?? "";
const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text().then((text) => {
  const element = document.createElement("script");
  element.textContent = text;
  document.head.append(element);
});
