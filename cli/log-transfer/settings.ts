import { parseArgs } from 'node:util';
import type { Config } from '../../configuration/config.ts';
import { problemOfAddress } from '../../eventlog/eventstoredb/address.ts';
import { wordsOfPlace, type LogPlace } from '../../service/event-log/identity.ts';
import { UserMistake } from '../script.ts';

export const USAGE = `npm run log:copy -- --to esdb://… [--to-prefix NAME]
npm run log:copy -- [--from esdb://… [--from-prefix NAME]] --to postgres
npm run log:copy -- --take-back`;

export interface Journey {
  readonly from: LogPlace;
  readonly to: LogPlace;
  /** Each append waits for the one before. */
  readonly isOneByOne: boolean;
}

/** What is asked for on the command line; the rest follows from the settings. @throws UserMistake */
export function journeyOf(args: readonly string[], config: Config): Journey | { readonly takesBack: true } {
  const { values } = parse(args);
  if (values['take-back']) {
    if (values.to !== undefined || values.from !== undefined)
      throw new UserMistake('--take-back is about the log of the settings, and takes nothing else');
    return { takesBack: true };
  }
  if (values.to === undefined) throw new UserMistake(`A log is copied to somewhere:\n${USAGE}`);
  const from =
    values.from === undefined
      ? { ...config, ...(values['from-prefix'] !== undefined && { eventStorePrefix: values['from-prefix'] }) }
      : placeIn('from', values.from, values['from-prefix'] ?? config.eventStorePrefix);
  const to = placeIn('to', values.to, values['to-prefix'] ?? config.eventStorePrefix);
  if (wordsOfPlace(from) === wordsOfPlace(to))
    throw new UserMistake(`The log is in ${wordsOfPlace(from)} already: another address or --to-prefix is needed`);
  return { from, to, isOneByOne: values['one-by-one'] };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        'from-prefix': { type: 'string' },
        'to-prefix': { type: 'string' },
        'one-by-one': { type: 'boolean', default: false },
        'take-back': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UserMistake(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** Says what is wrong, and never the address itself: it has a password in it. */
function placeIn(name: string, address: string, eventStorePrefix: string): LogPlace {
  if (!/^[a-z0-9_]{0,40}$/.test(eventStorePrefix))
    throw new UserMistake(`--${name}-prefix must be at most 40 small letters, digits and underscores`);
  if (address === 'postgres') return { eventStoreUrl: null, eventStorePrefix };
  const problem = problemOfAddress(address);
  if (problem !== null)
    throw new UserMistake(`--${name} must be postgres or an address of EventStoreDB: it ${problem}`);
  return { eventStoreUrl: address, eventStorePrefix };
}
