/* The search in a folder: browsers start no worker from file://, so a hidden frame does its work.
   From a server this does nothing. */
(() => {
  if (location.protocol !== "file:") return;

  /* Loads scripts one after another; the search asks for it by the worker's own word. */
  const importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = loaded;
    script.onerror = () => failed(new Error(`cannot load ${url}`));
    document.body.appendChild(script);
  })), Promise.resolve());

  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inner = this.frame.contentWindow;
      inner.document.open();
      inner.document.write(`<!doctype html><body><script>var importScripts = ${importScripts};</scr` + `ipt><script src="${url}"></scr` + `ipt></body>`);
      inner.document.close();
      inner.postMessage = (data) => this.tell(new MessageEvent("message", { data }));
      this.frame.addEventListener("load", () => this.begin());
    }
    tell(event) {
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }
    begin() {
      const waiting = this.waiting;
      this.waiting = null;
      waiting.forEach((data) => this.hand(data));
    }
    hand(data) {
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.hand(data);
    }
    terminate() {
      this.frame.remove();
    }
  }

  window.Worker = FrameWorker;
})();
