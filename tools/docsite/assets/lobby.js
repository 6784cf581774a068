/* Where a server of Grognard shows this site, a link leads back to its lobby. */
if (location.pathname.startsWith("/help/")) {
  const link = document.createElement("a");
  link.href = "/";
  link.textContent = "Lobby";
  link.className = "lobby";
  document.querySelector(".md-header__inner > .md-header__title").after(link);
}
