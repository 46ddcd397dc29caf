import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';
import { declareThirdPartyFields } from '../persons/third-party-fields.ts';

const oneRecord = { resource: shape.text, id: shape.id, version: shape.positive };
const values = shape.objectOf();
const THIRD_PARTIES = { resource: 'third-parties' };

/** The update of one record. */
const recordUpdate = shape.object({ id: shape.id, version: shape.positive, changes: values, previous: values });

export type RecordUpdate = TypeOf<typeof recordUpdate>;

export const recordEvents = {
  RecordsCreated: {
    version: 1,
    meaning: 'Records of one resource were created: a single one, or a whole chart of accounts.',
    schema: shape.object({
      resource: shape.text,
      records: shape.list(shape.object({ id: shape.id, data: values }), 1),
    }),
    personal: [declareThirdPartyFields(['data'], { at: 'records[]', only: THIRD_PARTIES })],
  },
  RecordUpdated: {
    version: 1,
    meaning: 'Fields of a record changed. The event has the earlier values too.',
    schema: shape.object({ ...oneRecord, changes: values, previous: values }),
    personal: [declareThirdPartyFields(['changes', 'previous'], { only: THIRD_PARTIES })],
  },
  RecordsUpdated: {
    version: 1,
    meaning: 'Several records of one resource were updated in one operation, such as an import.',
    schema: shape.object({ resource: shape.text, records: shape.list(recordUpdate, 1) }),
    personal: [declareThirdPartyFields(['changes', 'previous'], { at: 'records[]', only: THIRD_PARTIES })],
  },
  RecordTrashed: { version: 1, meaning: 'A record was moved to the recycle bin.', schema: shape.object(oneRecord) },
  RecordRestored: {
    version: 1,
    meaning: 'A record was restored from the recycle bin.',
    schema: shape.object(oneRecord),
  },
  RecordsPurged: {
    version: 1,
    meaning:
      'Records were permanently deleted from the recycle bin. They are no longer visible and cannot be restored.',
    schema: shape.object({
      resource: shape.text,
      records: shape.list(shape.object({ id: shape.id, version: shape.positive }), 1),
    }),
  },
} satisfies EventCatalogue;

export type RecordEvent = EventOf<typeof recordEvents>;
