import { invertRate, trimRate } from '../currency/rates.ts';
import type { PlainDate } from '../dates.ts';
import type { IntegrationKind, Schedule } from './catalogue.ts';
import type { IntegrationEvent, IntegrationFields } from './integration-events.ts';
import type { JsonRecord } from '../json.ts';
import type { RatesOfDay } from './rates.ts';

/** A connected source, as the deciders use it. */
export type Integration = {
  readonly kind: IntegrationKind;
  readonly version: number;
  readonly name: string;
  readonly settings: JsonRecord;
  readonly hints: Readonly<Record<string, string>>;
  readonly sealed_id: string | null;
  readonly schedule: Schedule;
  readonly is_active: boolean;
};

export type IntegrationsState = {
  /** By id, without disconnected ones. */
  readonly connected: Readonly<Record<string, Integration>>;
  /** The last day with known exchange rates. */
  readonly rates_until: PlainDate | null;
  /**
   * For a file kept in another currency than that of its VAT returns: published units of the latter for one unit of its
   * own, by day. Empty for other files.
   */
  readonly tax_rates: Readonly<Record<PlainDate, string>>;
};

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly integrations: IntegrationsState;
  }
}

export const initialIntegrations: IntegrationsState = { connected: {}, rates_until: null, tax_rates: {} };

export function evolveIntegrations(
  state: IntegrationsState,
  event: IntegrationEvent,
  fileCurrency: string,
): IntegrationsState {
  switch (event.type) {
    case 'IntegrationConnected': {
      const { id, ...integration } = event.data;
      return { ...state, connected: { ...state.connected, [id]: { ...integration, version: 1 } } };
    }
    case 'IntegrationChanged': {
      const { id, version, changes } = event.data;
      const known = state.connected[id];
      if (!known) return state;
      return { ...state, connected: { ...state.connected, [id]: { ...known, ...dropUndefined(changes), version } } };
    }
    case 'IntegrationDisconnected': {
      const { [event.data.id]: _gone, ...connected } = state.connected;
      return { ...state, connected };
    }
    case 'ExchangeRatesRecorded': {
      const last = event.data.days.at(-1)!.day;
      return {
        ...state,
        rates_until: state.rates_until === null || last > state.rates_until ? last : state.rates_until,
        tax_rates: { ...state.tax_rates, ...listTaxRates(event.data.days, fileCurrency) },
      };
    }
    default:
      return state;
  }
}

/** Published rates are units per euro, the currency of all VAT returns. */
const listTaxRates = (days: readonly RatesOfDay[], fileCurrency: string): Readonly<Record<PlainDate, string>> =>
  Object.fromEntries(
    days.flatMap(({ day, rates }) => (rates[fileCurrency] ? [[day, trimRate(invertRate(rates[fileCurrency]))]] : [])),
  );

const dropUndefined = (changes: Partial<IntegrationFields>): Partial<IntegrationFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
