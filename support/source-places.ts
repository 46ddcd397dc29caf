import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOriginals } from './source-map.ts';

/**
 * Shows the places of errors in the sources instead of in the bundle. Node does the same with `--enable-source-maps`, but
 * reads all maps at the start, which takes a fifth of the time of loading and 10 MB for as long as the process lives. Here a
 * map is read when an error of a new place is printed.
 */
export function showPlacesInSources(): void {
  const isBundle = /\.c?js$/.test(import.meta.url);
  if (isBundle && !process.execArgv.includes('--enable-source-maps')) Error.prepareStackTrace = createTraceFormatter();
}

type TraceFormatter = (error: unknown, sites: readonly { toString(): string }[]) => string;

/** Most errors come from the same few places. */
const MOST_KNOWN = 1_000;

export function createTraceFormatter(): TraceFormatter {
  const known = new Map<string, string>();
  return (error, sites) => {
    const lines = sites.map((site) => `    at ${site.toString()}`);
    const unknown = lines.flatMap((line) => [...line.matchAll(PLACE)]).filter(([place]) => !known.has(place));
    if (known.size + unknown.length > MOST_KNOWN) known.clear();
    for (const [place, source] of findSources(unknown)) known.set(place, source);
    return [
      describeError(error),
      ...lines.map((line) => line.replace(PLACE, (place) => known.get(place) ?? place)),
    ].join('\n');
  };
}

const PLACE = /(file:\/\/[^\s()]+\.c?js):(\d+):(\d+)/g;

/** The places that have a map, with those in the sources. Each map is read once. */
function findSources(places: readonly (readonly string[])[]): (readonly [place: string, source: string])[] {
  return [...new Set(places.map(([, url]) => url!))].flatMap((url) => {
    const found = places.filter((place) => place[1] === url);
    const file = fileURLToPath(url);
    const map = readMap(file);
    if (map === null) return found.map(([place]) => [place!, place!] as const);
    const wanted = found.map(([, , row, column]) => ({ line: Number(row) - 1, column: Number(column) - 1 }));
    const originals = findOriginals(map.mappings, wanted);
    return found.map(([place], index) => {
      const original = originals[index];
      const source = original && map.sources[original.source];
      const shown = source && `${resolve(dirname(file), source)}:${original.line + 1}:${original.column + 1}`;
      return [place!, shown ?? place!] as const;
    });
  });
}

/** Null without a map: the place in the bundle is shown then. */
function readMap(file: string): { readonly sources: readonly string[]; readonly mappings: string } | null {
  try {
    return JSON.parse(readFileSync(`${file}.map`, 'utf8')) as ReturnType<typeof readMap>;
  } catch {
    return null;
  }
}

/** As V8 does; what is thrown may be anything. */
function describeError(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
