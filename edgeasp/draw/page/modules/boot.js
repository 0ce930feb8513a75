// Unpacks the page, which is as long as a chapter, and runs its script: the policy has the hashes of its style and its script.

const unpackPage = async () => {
  const packed = document.getElementById("packed")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const [script, content, style] = (await new Response(stream).text()).split("\0");
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  document.body.classList.add("playing");
  document.body.insertAdjacentHTML("afterbegin", content);
  document.head.append(Object.assign(document.createElement("script"), { textContent: script }));
};

if (globalThis.DecompressionStream) unpackPage();
else document.body.prepend("This page needs a browser of 2023 or later.");
