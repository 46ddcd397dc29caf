import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/**
 * Exchange with the external fiduciary platform: firms and company files mirrored from it, documents imported from it or
 * pushed to it.
 */

/** Data from the platform that could not be applied, with the reason. */
const refused = shape.object({
  resource: shape.oneOf('firms', 'members', 'companies'),
  external_id: shape.text,
  field: shape.optionalText,
  code: shape.text,
});

export type RefusedPart = TypeOf<typeof refused>;

/** Last values received from the platform, by field: a later difference means that the platform changed the field. */
export type ReceivedFields = Readonly<Record<string, string | null>>;

const mirrored = {
  version: shape.positive,
  external_id: shape.text,
  told: shape.objectOf<ReceivedFields>(),
  refused: shape.list(refused),
};
/** Change counter of the platform; absent if it does not provide one. */
const revision = { revision: shape.count };

/** Events in the stream of a firm. */
export const firmMirrorEvents = {
  FirmMirrored: {
    version: 1,
    meaning:
      'The firm is linked to the external platform under this id, with the last data of the platform and the parts that could not be accepted.',
    schema: shape.object({ ...mirrored, is_partner: shape.flag }, revision),
  },
} satisfies EventCatalogue;

const document = { id: shape.id };

/** Events in the stream of a company file. */
export const bridgeEvents = {
  CompanyFileMirrored: {
    version: 1,
    meaning:
      'The company file is linked to the external platform under this id, with the last data of the platform and the parts that could not be accepted.',
    schema: shape.object(mirrored, revision),
  },
  ExternalDocumentTaken: {
    version: 1,
    meaning:
      'A document came from the external platform, where it has this id. Its content is identified by its fingerprint.',
    schema: shape.object({ ...document, external_id: shape.text, fingerprint: shape.text }),
  },
  DocumentPushRequested: {
    version: 1,
    meaning: 'A document will be sent to the external platform. It can no longer be changed.',
    schema: shape.object(document),
  },
  DocumentPushed: {
    version: 1,
    meaning: 'The external platform has accepted a document under its own id, already locked or still to be locked.',
    schema: shape.object({
      ...document,
      external_id: shape.text,
      /** Used in addresses of the platform; it grants no access by itself. */
      public_token: shape.optionalText,
      is_locked: shape.flag,
    }),
  },
  DocumentPushRefused: {
    version: 1,
    meaning: 'The external platform has refused a document, which is local only again.',
    schema: shape.object({ ...document, code: shape.text }),
  },
  DocumentLockConfirmed: {
    version: 1,
    meaning: 'The external platform has confirmed that it locked a document.',
    schema: shape.object({ ...document, external_id: shape.text, locked_at: shape.timestamp }),
  },
} satisfies EventCatalogue;

export type FirmMirrorEvent = EventOf<typeof firmMirrorEvents>;
export type FirmMirror = DataOfEvent<typeof firmMirrorEvents, 'FirmMirrored'>;

declare module '../firms/state.ts' {
  interface Firm {
    /** The latest data from the external platform. Null if the firm does not come from there. */
    readonly mirror: FirmMirror | null;
  }
}
export type BridgeEvent = EventOf<typeof bridgeEvents>;
export type CompanyMirror = DataOfEvent<typeof bridgeEvents, 'CompanyFileMirrored'>;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    /** Last data from the external platform; null: the file is not linked. */
    readonly mirror: CompanyMirror | null;
  }
}

/** External id of a company file mirrored from the platform, and the values received for it. */
export type ToldByPlatform = {
  readonly externalId: string;
  /** Null: the platform has no change counter. */
  readonly revision: number | null;
  readonly told: ReceivedFields;
  /** For a file opened from the platform: the parts that could not be applied. */
  readonly refused?: readonly RefusedPart[];
};
