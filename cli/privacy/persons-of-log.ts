import type { JsonRecord } from '../../domain/json.ts';
import type { KnownPersons, KnownThirdParty } from '../../domain/persons/personal-values.ts';

/**
 * What a log tells about the third parties of its company files, collected from all its events. A third party that was
 * a natural person at any time counts as one, and every name that it ever had is its name.
 */
export interface PersonsOfLog {
  /** Notes what an event tells. Its personal values must be readable. */
  collect(stream: string, event: { readonly type: string; readonly data: JsonRecord }): void;
  getPersons(stream: string): KnownPersons;
}

interface FileKnowledge {
  readonly thirdParties: Map<number, KnownThirdParty[]>;
  readonly documents: Map<number, number>;
}

interface RecordPart {
  readonly id: number;
  readonly data?: KnownThirdParty;
  readonly changes?: KnownThirdParty;
}

const NOTHING: FileKnowledge = { thirdParties: new Map(), documents: new Map() };

export function createPersonsOfLog(): PersonsOfLog {
  const files = new Map<string, FileKnowledge>();
  const openFile = (stream: string): FileKnowledge => {
    const known = files.get(stream) ?? { thirdParties: new Map(), documents: new Map() };
    files.set(stream, known);
    return known;
  };
  return {
    collect(stream, event) {
      if (!stream.startsWith('company-')) return;
      for (const { id, data, changes } of listRecordParts(event))
        addVersion(openFile(stream).thirdParties, id, data ?? changes ?? {});
      const link = findDocumentLink(event);
      if (link) openFile(stream).documents.set(link.document, link.thirdParty);
    },
    getPersons(stream) {
      const { thirdParties, documents } = files.get(stream) ?? NOTHING;
      return {
        stream,
        listThirdParties: (id) => thirdParties.get(id) ?? [],
        findThirdPartyOfDocument: (id) => documents.get(id) ?? null,
        listThirdPartyIds: () => thirdParties.keys(),
      };
    },
  };
}

/** The parts of an event that give fields of third parties their values. */
function listRecordParts({ type, data }: { readonly type: string; readonly data: JsonRecord }): readonly RecordPart[] {
  if (type === 'ThirdPartyChecked') return [data as unknown as RecordPart];
  if (data['resource'] !== 'third-parties') return [];
  // The events of records are declared in this shape.
  if (type === 'RecordUpdated') return [data as unknown as RecordPart];
  if (type === 'RecordsCreated' || type === 'RecordsUpdated') return data['records'] as unknown as RecordPart[];
  return [];
}

const TELLING = ['name', 'is_natural_person', 'vat_number', 'enterprise_number'] as const;

function addVersion(thirdParties: FileKnowledge['thirdParties'], id: number, values: KnownThirdParty): void {
  const versions = thirdParties.get(id) ?? [];
  if (versions.length === 0) thirdParties.set(id, versions);
  if (versions.length > 0 && !TELLING.some((name) => name in values)) return;
  const { name, is_natural_person, vat_number, enterprise_number } = { ...versions.at(-1), ...values };
  versions.push({
    name: name ?? null,
    is_natural_person: is_natural_person ?? null,
    vat_number: vat_number ?? null,
    enterprise_number: enterprise_number ?? null,
  });
}

function findDocumentLink({
  type,
  data,
}: {
  readonly type: string;
  readonly data: JsonRecord;
}): { readonly document: number; readonly thirdParty: number } | null {
  if (!type.startsWith('Document')) return null;
  const changes = (data['changes'] ?? {}) as JsonRecord;
  const thirdParty = data['third_party_id'] ?? changes['third_party_id'];
  const document = data['id'];
  return typeof document === 'number' && typeof thirdParty === 'number' ? { document, thirdParty } : null;
}
