import type pg from 'pg';
import type { PersonKeys } from '../../domain/persons/erase-person.ts';
import type { Vault } from '../../stores/vault/vault.ts';

/** The existing keys of these third parties. */
export async function listPersonKeys(
  { vault }: { readonly pool: pg.Pool; readonly vault: Pick<Vault, 'loadKeys'> },
  companyId: number,
  thirdPartyIds: readonly number[],
): Promise<readonly PersonKeys[]> {
  const wanted = thirdPartyIds.map((thirdPartyId) => {
    const own = `company-${companyId}/third-party-${thirdPartyId}`;
    return { thirdPartyId, contact: [`${own}/contact`], books: [`${own}/books`] };
  });
  const known = await vault.loadKeys(wanted.flatMap(({ contact, books }) => [...contact, ...books]));
  const isThere = (id: string): boolean => (known.get(id) ?? null) !== null;
  return wanted.map(({ thirdPartyId, contact, books }) => ({
    thirdPartyId,
    contact: contact.filter(isThere),
    books: books.filter(isThere),
  }));
}
