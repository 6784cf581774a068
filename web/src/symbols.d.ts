declare module "virtual:symbols" {
  /** A drawing for each entity of `ENTITIES`. */
  const drawn: Record<string, string>;
  export default drawn;
}
