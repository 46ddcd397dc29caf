import { UnknownOption } from '../options.ts';

/** How large an installation is measured. */
export interface ScaleSizes {
  readonly files: number;
  readonly filesPerFirm: number;
  /** Lines of all company files together. */
  readonly lines: number;
  /** API clients of each firm, with a token of their own. */
  readonly clients: number;
  /** How long each kind of request is sent. */
  readonly seconds: number;
  /** Processes that serve the API. */
  readonly processes: number;
  /** COMPANY_CACHE_MB of each process. */
  readonly cacheMb: number;
}

/** Options of the command line. */
export interface ScaleValues {
  readonly files: string | undefined;
  readonly 'files-per-firm': string | undefined;
  readonly lines: string | undefined;
  readonly clients: string | undefined;
  readonly seconds: string | undefined;
  readonly processes: string | undefined;
  readonly 'cache-mb': string | undefined;
  readonly json: boolean;
}

const DEFAULTS: ScaleSizes = {
  files: 5_000,
  filesPerFirm: 100,
  lines: 10_000_000,
  clients: 20,
  seconds: 20,
  processes: 1,
  cacheMb: 128,
};

/** @throws UnknownOption */
export function readSizes(values: ScaleValues): ScaleSizes {
  const read = (name: Exclude<keyof ScaleValues, 'json'>, usual: number, least: number, most: number): number => {
    const given = values[name];
    const number = given === undefined ? usual : Number(given);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new UnknownOption(`--${name} must be a whole number from ${least} to ${most}.`);
    return number;
  };
  return {
    files: read('files', DEFAULTS.files, 1, 1_000_000),
    filesPerFirm: read('files-per-firm', DEFAULTS.filesPerFirm, 1, 10_000),
    lines: read('lines', DEFAULTS.lines, 0, 1_000_000_000),
    clients: read('clients', DEFAULTS.clients, 1, 1_000),
    seconds: read('seconds', DEFAULTS.seconds, 1, 3_600),
    processes: read('processes', DEFAULTS.processes, 1, 16),
    cacheMb: read('cache-mb', DEFAULTS.cacheMb, 1, 65_536),
  };
}
