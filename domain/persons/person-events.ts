import { shape, type EventCatalogue, type EventOf, type DataOfEvent } from '../event.ts';

/** `contact`: what the law does not require to be kept. `all`: everything, once the retention period is over. */
export const ERASED_PARTS = ['contact', 'all'] as const;
export type ErasedPart = (typeof ERASED_PARTS)[number];

export const personEvents = {
  PersonErased: {
    version: 1,
    meaning:
      'Personal data of a natural person were erased. The listed keys are destroyed, so that earlier events no longer tell who the person was. The event itself contains no personal data. It cannot be undone.',
    schema: shape.object({
      third_party_id: shape.id,
      version: shape.positive,
      part: shape.oneOf(...ERASED_PARTS),
      /** The fields of the third party that had a value. */
      fields: shape.list(shape.text),
      /** Ids of the destroyed keys. */
      keys: shape.list(shape.text),
      /** Last day on which the remaining data must be kept. Null if nothing remains. */
      kept_until: shape.optionalDate,
      reason: shape.text,
      erased_at: shape.timestamp,
    }),
  },
} satisfies EventCatalogue;

export type PersonEvent = EventOf<typeof personEvents>;
export type ErasedPerson = DataOfEvent<typeof personEvents, 'PersonErased'>;
