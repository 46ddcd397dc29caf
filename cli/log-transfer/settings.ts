import { parseArgs } from 'node:util';
import type { Config } from '../../configuration/config.ts';
import { findAddressProblem } from '../../eventlog/eventstoredb/address.ts';
import { describePlace, type LogPlace } from '../../service/event-log/identity.ts';
import { UserMistake } from '../script.ts';

export const USAGE = `npm run log:copy -- --to esdb://… [--to-prefix NAME]
npm run log:copy -- [--from esdb://… [--from-prefix NAME]] --to postgres
npm run log:copy -- --take-back`;

export interface Journey {
  readonly from: LogPlace;
  readonly to: LogPlace;
  /** Each append waits for the previous one. */
  readonly isOneByOne: boolean;
}

/** Parses the command line; the rest follows from the settings. @throws UserMistake */
export function parseJourney(args: readonly string[], config: Config): Journey | { readonly takesBack: true } {
  const { values } = parseOptions(args);
  if (values['take-back']) {
    if (values.to !== undefined || values.from !== undefined)
      throw new UserMistake('--take-back applies to the log of the settings and takes no other options');
    return { takesBack: true };
  }
  if (values.to === undefined) throw new UserMistake(`A destination is required:\n${USAGE}`);
  const from =
    values.from === undefined
      ? { ...config, ...(values['from-prefix'] !== undefined && { eventStorePrefix: values['from-prefix'] }) }
      : parsePlace('from', values.from, values['from-prefix'] ?? config.eventStorePrefix);
  const to = parsePlace('to', values.to, values['to-prefix'] ?? config.eventStorePrefix);
  if (describePlace(from) === describePlace(to))
    throw new UserMistake(`The log is already in ${describePlace(from)}: use another address or --to-prefix`);
  return { from, to, isOneByOne: values['one-by-one'] };
}

function parseOptions(args: readonly string[]) {
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

/** Reports what is wrong, but never the address itself, because it contains a password. */
function parsePlace(name: string, address: string, eventStorePrefix: string): LogPlace {
  if (!/^[a-z0-9_]{0,40}$/.test(eventStorePrefix))
    throw new UserMistake(`--${name}-prefix must be at most 40 lower-case letters, digits and underscores`);
  if (address === 'postgres') return { eventStoreUrl: null, eventStorePrefix };
  const problem = findAddressProblem(address);
  if (problem !== null) throw new UserMistake(`--${name} must be postgres or an EventStoreDB address: it ${problem}`);
  return { eventStoreUrl: address, eventStorePrefix };
}
