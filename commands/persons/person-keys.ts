import type pg from 'pg';
import type { PersonKeys } from '../../domain/persons/erase-person.ts';
import { buildPersonKeyId, normaliseOutsider } from '../../domain/persons/personal-values.ts';
import { listKeyFacts, type KeyFacts } from '../../projections/persons/key-facts.ts';
import type { PersonalKey } from '../../stores/vault/personal-key.ts';
import { buildDirectoryKeyId, buildOutsiderKeyId } from '../../stores/vault/sealed-data.ts';
import type { Vault } from '../../stores/vault/vault.ts';

/**
 * The existing keys of these third parties: their own, those of their imports, mails and conflicts, and those of the bank
 * transactions with their accounts and names.
 */
export async function listPersonKeys(
  { pool, vault }: { readonly pool: pg.Pool; readonly vault: Pick<Vault, 'loadKeys'> },
  companyId: number,
  thirdPartyIds: readonly number[],
): Promise<readonly PersonKeys[]> {
  const stream = `company-${companyId}`;
  const facts = await listKeyFacts(pool, companyId, thirdPartyIds);
  const directoryId = buildDirectoryKeyId(stream);
  const directory = (await vault.loadKeys([directoryId])).get(directoryId) ?? null;
  const wanted = thirdPartyIds.map((thirdPartyId) => {
    const own = facts.filter(({ third_party_id }) => third_party_id === thirdPartyId);
    return {
      thirdPartyId,
      // A conflict may contain any field of the record.
      contact: [
        buildPersonKeyId(stream, thirdPartyId, 'contact'),
        ...listRecordKeys(stream, own, (kind) => kind === 'conflict'),
      ],
      books: [
        buildPersonKeyId(stream, thirdPartyId, 'books'),
        ...listRecordKeys(stream, own, (kind) => kind === 'import' || kind === 'mail'),
        ...listOutsiderKeys(stream, own, directory),
      ],
    };
  });
  const known = await vault.loadKeys(wanted.flatMap(({ contact, books }) => [...contact, ...books]));
  const isThere = (id: string): boolean => (known.get(id) ?? null) !== null;
  return wanted.map(({ thirdPartyId, contact, books }) => ({
    thirdPartyId,
    contact: [...new Set(contact)].filter(isThere),
    books: [...new Set(books)].filter(isThere),
  }));
}

const listRecordKeys = (
  stream: string,
  facts: readonly KeyFacts[],
  isMeant: (kind: KeyFacts['kind']) => boolean,
): readonly string[] => facts.filter(({ kind }) => isMeant(kind)).map(({ kind, id }) => `${stream}/${kind}-${id}`);

function listOutsiderKeys(
  stream: string,
  facts: readonly KeyFacts[],
  directory: PersonalKey | null,
): readonly string[] {
  if (!directory) return [];
  return facts
    .flatMap(({ text }) => (text === null ? [] : [normaliseOutsider(text)]))
    .filter((text) => text !== '')
    .map((text) => buildOutsiderKeyId(stream, directory, text));
}
