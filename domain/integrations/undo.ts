import { blockForever, blockUndo, toUndone, type UndoRules } from '../history/undo.ts';
import { isSameJson } from '../json.ts';
import type { integrationEvents, IntegrationFields } from './integration-events.ts';
import { decideIntegration } from './integrations.ts';

const INTEGRATIONS = 'integrations';

/**
 * Settings get their previous values back. Replaced secrets are gone, and so are those of a deleted connection: the user
 * must enter them again. Exchange rates are external facts and cannot be undone.
 */
export const integrationsUndo: UndoRules<typeof integrationEvents> = {
  IntegrationConnected: {
    role: 'manager',
    revert: ({ id }, { file }) => {
      const known = file.integrations.connected[id];
      if (!known) return [];
      return toUndone(
        decideIntegration({ type: 'DisconnectIntegration', id, baseVersion: null }, file),
        INTEGRATIONS,
        id,
      );
    },
  },
  IntegrationChanged: {
    role: 'manager',
    revert: ({ id, changes, previous }, { file }) => {
      const known = file.integrations.connected[id];
      if (!known) return blockUndo('undo_integration_gone', INTEGRATIONS, id);
      if (changes.sealed_id !== undefined) return blockForever('undo_integration_secret', INTEGRATIONS, id);
      const names = Object.keys(changes) as (keyof IntegrationFields)[];
      const field = names.find((name) => !isSameJson(known[name], changes[name]));
      if (field) return blockUndo('undo_changed_since', INTEGRATIONS, id, { field });
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
      return toUndone(decideIntegration(command, file), INTEGRATIONS, id);
    },
  },
  IntegrationDisconnected: { never: 'undo_integration_gone', resource: INTEGRATIONS },
  ExchangeRatesRecorded: { never: 'undo_exchange_rates', resource: INTEGRATIONS },
};
