declare module "milsymbol-parts" {
  interface SymbolDrawing {
    asSVG(): string;
    getSize(): { width: number; height: number };
  }
  export const ms: {
    addIcons(standard: unknown): void;
    Symbol: new (sidc: string, options: Record<string, unknown>) => SymbolDrawing;
  };
  export const numberlandunit: unknown;
}
