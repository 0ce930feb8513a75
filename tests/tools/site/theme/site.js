// What the theme leaves out for those who do not see the page, or have no mouse.

const mend = () => {
  document.querySelectorAll("nav.md-code__nav").forEach((each, number) => {
    if (!each.ariaLabel) each.ariaLabel = `Code ${number + 1}`;
  });
  for (const each of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
  }
};

new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
mend();
