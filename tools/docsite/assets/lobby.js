/* Where this site belongs to a board, in its folder `help`, a link leads back to the lobby. */
const help = new URL("../", document.currentScript.src);
if (help.pathname.endsWith("/help/")) {
  const link = document.createElement("a");
  link.href = new URL("../", help);
  link.textContent = "Lobby";
  link.className = "lobby";
  document.querySelector(".md-header__inner > .md-header__title").after(link);
}
