import { fileURLToPath } from 'node:url';

/** Path of a console file made by `npm run build`, whether run from the sources or from the build. */
export function getBuiltPath(name: string): string {
  const place = import.meta.url;
  const dist = place.endsWith('.ts')
    ? new URL('../../dist/', place).href
    : place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length);
  return fileURLToPath(new URL(`console/${name}`, dist));
}
