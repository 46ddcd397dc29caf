import { blocked, unlessRefused, type UndoRules } from '../history/undo.ts';
import { sameJson } from '../json.ts';
import type { integrationEvents, IntegrationFields } from './integration-events.ts';
import { decideIntegration } from './integrations.ts';

const INTEGRATIONS = 'integrations';

/**
 * Settings get the values again that they had. Secrets are gone once they are replaced, and with the connection itself: they are
 * entered anew. Rates are facts of the world, which nobody takes back.
 */
export const integrationsUndo: UndoRules<typeof integrationEvents> = {
  IntegrationConnected: {
    role: 'manager',
    back: ({ id }, { file }) => {
      const known = file.integrations.connected[id];
      if (!known) return [];
      return unlessRefused(
        decideIntegration({ type: 'DisconnectIntegration', id, baseVersion: null }, file),
        INTEGRATIONS,
        id,
      );
    },
  },
  IntegrationChanged: {
    role: 'manager',
    back: ({ id, changes, previous }, { file }) => {
      const known = file.integrations.connected[id];
      if (!known) return blocked('undo_integration_gone', INTEGRATIONS, id);
      if (changes.sealed_id !== undefined) return blocked('undo_integration_secret', INTEGRATIONS, id);
      const names = Object.keys(changes) as (keyof IntegrationFields)[];
      const field = names.find((name) => !sameJson(known[name], changes[name]));
      if (field) return blocked('undo_changed_since', INTEGRATIONS, id, { field });
      const { name, settings, schedule, is_active } = previous;
      const taken = Object.keys(known.settings).filter((one) => settings && settings[one] === undefined);
      const command = {
        type: 'ChangeIntegration',
        id,
        baseVersion: null,
        changes: {
          ...(name !== undefined && { name }),
          ...(settings && { settings: { ...Object.fromEntries(taken.map((one) => [one, null])), ...settings } }),
          ...(schedule && { schedule }),
          ...(is_active !== undefined && { is_active }),
        },
      } as const;
      return unlessRefused(decideIntegration(command, file), INTEGRATIONS, id);
    },
  },
  IntegrationDisconnected: { never: 'undo_integration_gone', resource: INTEGRATIONS },
  ExchangeRatesRecorded: { never: 'undo_exchange_rates', resource: INTEGRATIONS },
};
