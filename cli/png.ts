// SVG to PNG with the figures' own font, so that the picture is the same on a machine without fonts.

import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';

const fonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSans-Oblique.ttf'];

/** The picture at `scale` pixels for each unit of the SVG. */
export function svgToPng(svg: string, scale = 2): Uint8Array {
  const require = createRequire(import.meta.url);
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: {
      fontFiles: fonts.map(file => require.resolve(`dejavu-fonts-ttf/ttf/${file}`)),
      loadSystemFonts: false,
      defaultFontFamily: 'DejaVu Sans',
    },
  });
  return picture.render().asPng();
}
