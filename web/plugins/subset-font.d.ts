declare module "subset-font" {
  interface Wishes {
    targetFormat?: "woff2";
    keepFeatures?: readonly string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
    noHinting?: boolean;
  }
  export default function subset(font: Uint8Array, text: string, wishes?: Wishes): Promise<Uint8Array>;
}
