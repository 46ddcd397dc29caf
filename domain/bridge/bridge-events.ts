import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/**
 * What comes from the external fiduciary platform and goes to it: firms and company files that are mirrored from there, documents
 * that are taken from it or pushed to it.
 */

/** Something that the platform told and that could not be taken here, with the reason. */
const refused = shape.object({
  resource: shape.oneOf('firms', 'members', 'companies'),
  external_id: shape.text,
  field: shape.optionalText,
  code: shape.text,
});

export type RefusedPart = TypeOf<typeof refused>;

/** What the platform said last, by field: what differs from it later was changed there. */
export type Told = Readonly<Record<string, string | null>>;

const mirrored = {
  version: shape.positive,
  external_id: shape.text,
  told: shape.objectOf<Told>(),
  refused: shape.list(refused),
};
/** Counts the changes on the platform; absent: it does not say. */
const revision = { revision: shape.count };

/** Of the stream of a firm. */
export const firmMirrorEvents = {
  FirmMirrored: {
    version: 1,
    meaning:
      'The firm is linked to the external platform under this id; what the platform said last, and what of it could not be taken.',
    schema: shape.object({ ...mirrored, is_partner: shape.flag }, revision),
  },
} satisfies EventCatalogue;

const document = { id: shape.id };

/** Of the stream of a company file. */
export const bridgeEvents = {
  CompanyFileMirrored: {
    version: 1,
    meaning:
      'The company file is linked to the external platform under this id; what the platform said last, and what of it could not be taken.',
    schema: shape.object(mirrored, revision),
  },
  ExternalDocumentTaken: {
    version: 1,
    meaning:
      'A document came from the external platform, where it has this id; what it said is told apart by its fingerprint.',
    schema: shape.object({ ...document, external_id: shape.text, fingerprint: shape.text }),
  },
  DocumentPushRequested: {
    version: 1,
    meaning: 'A document is to be sent to the external platform; from here on it is changed no more.',
    schema: shape.object(document),
  },
  DocumentPushed: {
    version: 1,
    meaning: 'The external platform has taken a document under an id of its own, locked already or to be locked.',
    schema: shape.object({
      ...document,
      external_id: shape.text,
      /** What addresses of the platform are made of: it opens nothing by itself. */
      public_token: shape.optionalText,
      is_locked: shape.flag,
    }),
  },
  DocumentPushRefused: {
    version: 1,
    meaning: 'The external platform does not take a document, which belongs to this side alone again.',
    schema: shape.object({ ...document, code: shape.text }),
  },
  DocumentLockConfirmed: {
    version: 1,
    meaning: 'The external platform says that it has locked a document.',
    schema: shape.object({ ...document, external_id: shape.text, locked_at: shape.timestamp }),
  },
} satisfies EventCatalogue;

export type FirmMirrorEvent = EventOf<typeof firmMirrorEvents>;
export type FirmMirror = DataOfEvent<typeof firmMirrorEvents, 'FirmMirrored'>;
export type BridgeEvent = EventOf<typeof bridgeEvents>;
export type CompanyMirror = DataOfEvent<typeof bridgeEvents, 'CompanyFileMirrored'>;

/** How a company file that the platform keeps is called there, and what is said of it. */
export type ToldByPlatform = {
  readonly externalId: string;
  /** Null: the platform does not count. */
  readonly revision: number | null;
  readonly told: Told;
  /** Of a file that is opened with it: what of it could not be taken. */
  readonly refused?: readonly RefusedPart[];
};
