import { fileURLToPath } from 'node:url';

/** Where a file of the console lies that `npm run build` has made, seen from the sources or from what was built of them. */
export function builtFile(name: string): string {
  const place = import.meta.url;
  const dist = place.endsWith('.ts')
    ? new URL('../../dist/', place).href
    : place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length);
  return fileURLToPath(new URL(`console/${name}`, dist));
}
