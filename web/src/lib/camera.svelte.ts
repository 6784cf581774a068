/** Where the window looks at the picture: screen = picture × k + (x, y). */
const NEAREST = 3.2;

export class Camera {
  x = $state(0);
  y = $state(0);
  k = $state(0.4);
  width = $state(0);
  height = $state(0);
  /** While something moves, the browser may reuse the raster; afterwards it draws crisply again. */
  moving = $state(false);
  /** Whether the whole picture is shown and nobody has moved it since. */
  whole = false;
  private settle = 0;
  private flight = 0;

  /** `head` is how much of the window's top the prompt covers, `foot` how much of its bottom the tray. */
  constructor(
    readonly picture: { width: number; height: number },
    private still: () => boolean,
    private head: () => number,
    private foot: () => number = () => 0,
  ) {}

  /** How much of the window's top is covered. */
  get top(): number {
    return this.head();
  }

  /** How much of its bottom. */
  get bottom(): number {
    return this.foot();
  }

  get least(): number {
    return Math.min(this.width / this.picture.width, (this.height - this.head() - this.foot()) / this.picture.height) * 0.96 || 0.1;
  }

  resize(width: number, height: number): void {
    const first = this.width === 0;
    const [cx, cy] = this.toPicture(this.width / 2, this.height / 2);
    this.width = width;
    this.height = height;
    if (!first) this.set(width / 2 - cx * this.k, height / 2 - cy * this.k, this.k);
  }

  toPicture(sx: number, sy: number): [number, number] {
    return [(sx - this.x) / this.k, (sy - this.y) / this.k];
  }

  toScreen(px: number, py: number): [number, number] {
    return [px * this.k + this.x, py * this.k + this.y];
  }

  private set(x: number, y: number, k: number, slack = 0.25): void {
    this.k = Math.min(NEAREST, Math.max(this.least, k));
    this.x = within(x, 0, this.width, this.picture.width * this.k, slack);
    this.y = within(y, this.head(), this.height - this.foot(), this.picture.height * this.k, slack);
  }

  private touch(): void {
    this.moving = true;
    clearTimeout(this.settle);
    this.settle = window.setTimeout(() => (this.moving = false), 140);
  }

  pan(dx: number, dy: number): void {
    this.whole = false;
    cancelAnimationFrame(this.flight);
    this.touch();
    this.set(this.x + dx, this.y + dy, this.k);
  }

  zoom(factor: number, sx = this.width / 2, sy = this.height / 2): void {
    this.whole = false;
    cancelAnimationFrame(this.flight);
    this.touch();
    const [px, py] = this.toPicture(sx, sy);
    const k = Math.min(NEAREST, Math.max(this.least, this.k * factor));
    this.set(sx - px * k, sy - py * k, k);
  }

  /** What covers the map has changed: fill the window again. */
  rest(): void {
    if (this.whole) return this.fit();
    const [px, py] = this.toPicture(this.width / 2, (this.height + this.head() - this.foot()) / 2);
    this.centre(px, py);
  }

  fit(glide = true): void {
    const { width, height } = this.picture;
    const room = this.height - this.head() - this.foot() - 16;
    this.centre(width / 2, height / 2, Math.min((this.width - 16) / width, room / height), glide);
    this.whole = true;
  }

  centre(px: number, py: number, k = this.k, glide = true): void {
    this.whole = false;
    const from = { x: this.x, y: this.y, k: this.k };
    this.set(this.width / 2 - px * k, (this.height + this.head() - this.foot()) / 2 - py * k, k, 0.07);
    const to = { x: this.x, y: this.y, k: this.k };
    if (!glide || this.still()) return;
    const start = performance.now();
    const frame = (now: number) => {
      const t = Math.min(1, (now - start) / 320);
      const e = 1 - (1 - t) ** 3;
      this.touch();
      this.x = from.x + (to.x - from.x) * e;
      this.y = from.y + (to.y - from.y) * e;
      this.k = from.k + (to.k - from.k) * e;
      if (t < 1) this.flight = requestAnimationFrame(frame);
    };
    cancelAnimationFrame(this.flight);
    this.x = from.x;
    this.y = from.y;
    this.k = from.k;
    this.flight = requestAnimationFrame(frame);
  }

  /** Where the middle of a box must be such that all of it can be seen; as near as possible to where it is wanted. */
  keep(px: number, py: number, width: number, height: number, margin = 6): [number, number] {
    const [sx, sy] = this.toScreen(px, py);
    const [w, h] = [(width * this.k) / 2 + margin, (height * this.k) / 2 + margin];
    const top = this.head();
    const bottom = this.height - this.foot();
    const x = 2 * w > this.width ? sx : Math.min(this.width - w, Math.max(w, sx));
    const y = 2 * h > bottom - top ? sy : Math.min(bottom - h, Math.max(top + h, sy));
    return this.toPicture(x, y);
  }

  sees(px: number, py: number, margin = 30): boolean {
    const [sx, sy] = this.toScreen(px, py);
    return sx > margin && sy > margin + this.head() && sx < this.width - margin && sy < this.height - margin - this.foot();
  }
}

/** The picture may leave a margin of a part of the window, and no more. */
function within(at: number, head: number, window: number, picture: number, part: number): number {
  const slack = window * part;
  if (picture <= window - head) {
    const middle = head + (window - head - picture) / 2;
    return Math.min(middle + slack, Math.max(middle - slack, at));
  }
  return Math.min(Math.max(head, slack), Math.max(window - picture - slack, at));
}
