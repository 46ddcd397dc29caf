import { shape, type EventCatalogue } from '../event.ts';
import type { JsonRecord } from '../json.ts';

export const TECHNICAL_CHECKS = ['vat', 'peppol'] as const;

export type CheckEvent = {
  type: 'ThirdPartyChecked';
  data: {
    id: number;
    version: number;
    check: (typeof TECHNICAL_CHECKS)[number];
    changes: JsonRecord;
    previous: JsonRecord;
  };
};

export const checkEvents = {
  ThirdPartyChecked: {
    version: 1,
    meaning:
      'A third party was looked up outside: its VAT number in VIES, or its identifier in the Peppol network. What was found out and when is kept with it; nobody is told.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      check: shape.oneOf(...TECHNICAL_CHECKS),
      changes: shape.anyObject,
      previous: shape.anyObject,
    }),
  },
} satisfies EventCatalogue;
