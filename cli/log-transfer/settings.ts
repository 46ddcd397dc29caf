import type { Config } from '../../configuration/config.ts';
import { findAddressProblem } from '../../eventlog/eventstoredb/address.ts';
import { describePlace, type LogPlace } from '../../service/event-log/identity.ts';
import { WrongUsage, WrongValue } from '../script.ts';

export interface JourneyValues {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly 'from-prefix': string | undefined;
  readonly 'to-prefix': string | undefined;
  readonly 'one-by-one': boolean;
  readonly seal: boolean;
  readonly 'take-back': boolean;
  readonly json: boolean;
}

export interface Journey {
  readonly from: LogPlace;
  readonly to: LogPlace;
  /** Each append waits for the previous one. */
  readonly isOneByOne: boolean;
  /** The copy is a new epoch with sealed fields. */
  readonly isSealing: boolean;
}

export type Wish =
  | Journey
  | { readonly takesBack: true }
  /** A new epoch in the same place, PostgreSQL. */
  | { readonly sealsInPlace: true };

/** Reads the options; the rest follows from the settings. @throws WrongUsage */
export function parseJourney(values: JourneyValues, config: Config): Wish {
  if (values['take-back']) {
    if (values.to !== undefined || values.from !== undefined || values.seal)
      throw new WrongValue('--take-back applies to the log of the settings and takes no other options');
    return { takesBack: true };
  }
  if (values.seal && values.to === undefined && values.from === undefined) {
    if (config.eventStoreUrl === null) return { sealsInPlace: true };
    throw new WrongUsage('A new epoch in EventStoreDB needs --to with another --to-prefix');
  }
  if (values.to === undefined) throw new WrongUsage('A destination is required');
  const from =
    values.from === undefined
      ? { ...config, ...(values['from-prefix'] !== undefined && { eventStorePrefix: values['from-prefix'] }) }
      : parsePlace('from', values.from, values['from-prefix'] ?? config.eventStorePrefix);
  const to = parsePlace('to', values.to, values['to-prefix'] ?? config.eventStorePrefix);
  if (describePlace(from) === describePlace(to))
    throw new WrongValue(`The log is already in ${describePlace(from)}: use another address or --to-prefix`);
  return { from, to, isOneByOne: values['one-by-one'], isSealing: values.seal };
}

/** Reports what is wrong, but never the address itself, because it contains a password. */
function parsePlace(name: string, address: string, eventStorePrefix: string): LogPlace {
  if (!/^[a-z0-9_]{0,40}$/.test(eventStorePrefix))
    throw new WrongValue(`--${name}-prefix must be at most 40 lower-case letters, digits and underscores`);
  if (address === 'postgres') return { eventStoreUrl: null, eventStorePrefix };
  const problem = findAddressProblem(address);
  if (problem !== null) throw new WrongValue(`--${name} must be postgres or an EventStoreDB address: it ${problem}`);
  return { eventStoreUrl: address, eventStorePrefix };
}
