import { shape, type EventCatalogue, type EventOf } from '../event.ts';
import { declareThirdPartyFields } from '../persons/third-party-fields.ts';

export const TECHNICAL_CHECKS = ['vat', 'peppol'] as const;

export const checkEvents = {
  ThirdPartyChecked: {
    version: 1,
    meaning:
      'A third party was looked up outside: its VAT number in VIES, or its identifier in the Peppol network. The result and its time are stored with it. No notification is sent.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      check: shape.oneOf(...TECHNICAL_CHECKS),
      changes: shape.objectOf(),
      previous: shape.objectOf(),
    }),
    personal: [declareThirdPartyFields(['changes', 'previous'])],
  },
} satisfies EventCatalogue;

export type CheckEvent = EventOf<typeof checkEvents>;
