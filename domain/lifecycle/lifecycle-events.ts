import { shape, type EventCatalogue, type EventOf, type DataOfEvent } from '../event.ts';
import { NETWORKS } from '../peppol/peppol-events.ts';

/** Who stated a status: this company, the platform, or the other side of the invoice. */
export const LIFECYCLE_SIDES = ['us', 'platform', 'partner'] as const;
export type LifecycleSide = (typeof LIFECYCLE_SIDES)[number];

export const lifecycleEvents = {
  DocumentLifecycleChanged: {
    version: 1,
    meaning: 'A status of an exchanged document was stated: by the company, by the platform or by the other side.',
    schema: shape.object(
      {
        id: shape.id,
        document_id: shape.id,
        network: shape.oneOf(...NETWORKS),
        /** A code of the network, such as 210 or RE. */
        status: shape.text,
        by: shape.oneOf(...LIFECYCLE_SIDES),
        reason_code: shape.optionalText,
        reason: shape.optionalText,
        /** Amount received, for status 212. */
        amount: shape.optionalMatching('^\\d{1,15}\\.\\d{2}$'),
      },
      {
        /** The message by which the company stated it. */
        message_id: shape.id,
        /** Reference of the status at the platform. */
        reference: shape.text,
        /** When the other side stated it. */
        stated_at: shape.timestamp,
      },
    ),
  },
} satisfies EventCatalogue;

export type LifecycleEvent = EventOf<typeof lifecycleEvents>;
export type LifecycleStep = DataOfEvent<typeof lifecycleEvents, 'DocumentLifecycleChanged'>;
