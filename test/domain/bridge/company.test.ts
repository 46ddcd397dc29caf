import { expect } from 'chai';
import type { MirrorCompanyFile } from '../../../domain/bridge/mirrored-company.ts';
import type { PushOutcome } from '../../../domain/bridge/exchanged-documents.ts';
import { companyFile } from '../../../domain/company-file.ts';
import { openCompany, openedEvents } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';
import { opened, withDocument } from '../documents/samples.ts';

const given = givenFor(companyFile);
const mirror = (told: MirrorCompanyFile['told'], revision: number | null = null): MirrorCompanyFile => ({
  type: 'MirrorCompanyFile',
  externalId: 'c-1',
  revision,
  told,
});
const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('a company file of the external platform', () => {
  it('is linked with its opening, or later', () => {
    const external = { externalId: 'c-1', revision: 2, told: { name: 'Dupont' } };
    const events = given().when({ ...openCompany(), external }).events;
    expect(events[0]!.data).to.include({ source: 'external' });
    expect(events.at(-1)).to.deep.equal({
      type: 'CompanyFileMirrored',
      data: { version: 2, external_id: 'c-1', revision: 2, told: { name: 'Dupont' }, refused: [] },
    });
    expect(typesOf(given(openedEvents).when(mirror({ city: 'Namur' })).events)).to.deep.equal([
      'CompanyFileUpdated',
      'CompanyFileMirrored',
    ]);
  });

  it('takes what the platform has changed since, and leaves what was changed here', () => {
    const linked = given(openedEvents).when(mirror({ city: 'Namur', street: 'Rue Haute' })).events;
    const changes = { city: 'Liège', street: 'Rue Basse' };
    const here = given(openedEvents, linked).when({ type: 'UpdateCompanyFile', changes, baseVersion: null }).events;
    const [updated] = given(openedEvents, linked, here).when(mirror({ city: 'Namur', street: 'Rue Neuve' })).events;
    expect(updated!.data['changes']).to.deep.equal({ street: 'Rue Neuve' });
    given(openedEvents, linked, here)
      .when(mirror({ city: 'Namur' }))
      .then([]);
  });

  it('keeps what it has where the platform has nothing, until it says so', () => {
    const changes = { city: 'Liège' };
    const here = given(openedEvents).when({ type: 'UpdateCompanyFile', changes, baseVersion: null }).events;
    const linked = given(openedEvents, here).when(mirror({ city: null })).events;
    expect(typesOf(linked)).to.deep.equal(['CompanyFileMirrored']);
  });

  it('is linked to one file of the platform, and does not go back to what comes late', () => {
    const linked = given(openedEvents).when(mirror({ city: 'Namur' }, 5)).events;
    given(openedEvents, linked)
      .when({ ...mirror({}), externalId: 'c-2' })
      .then(refused('company_linked_otherwise'));
    given(openedEvents, linked)
      .when(mirror({ city: 'Dinant' }, 4))
      .then([]);
  });

  it('tells what could not be taken until the platform has put it right', () => {
    const first = given(openedEvents).when(mirror({ vat_number: 'BE 1' })).events;
    const wrong = [{ resource: 'companies', external_id: 'c-1', field: 'vat_number', code: 'vat_number_invalid' }];
    expect(first.at(-1)!.data['refused']).to.deep.equal(wrong);
    const second = given(openedEvents, first).when(mirror({ vat_number: 'BE 1', city: 'Namur' })).events;
    expect(second.at(-1)!.data['refused']).to.deep.equal(wrong);
    const third = given(openedEvents, first).when(mirror({ vat_number: 'BE0477472701' })).events;
    expect(third.at(-1)!.data['refused']).to.deep.equal([]);
  });
});

describe('a document on both sides', () => {
  const push = (outcome: PushOutcome, status: 'requested' | 'pushed' = 'requested') =>
    ({
      type: 'RecordPush',
      documentId: 501,
      facts: { status, external_id: null, is_locked: false },
      outcome,
    }) as const;
  const accepted = { kind: 'accepted', externalId: 'e-1', token: null, isLocked: false } as const;

  it('is recorded with the first answer of the platform, and with no later one', () => {
    given(opened)
      .when(push(accepted))
      .then([{ type: 'DocumentPushed', data: { id: 501, external_id: 'e-1', public_token: null, is_locked: false } }]);
    given(opened)
      .when(push({ kind: 'refused', code: 'period_closed' }))
      .then([{ type: 'DocumentPushRefused', data: { id: 501, code: 'period_closed' } }]);
    given(opened).when(push(accepted, 'pushed')).then([]);
  });

  it('is locked once, under its own id', () => {
    const lock = (external_id: string, is_locked = false) =>
      ({
        ...({ type: 'ConfirmLock', documentId: 501, externalId: 'e-1', lockedAt: '2026-03-01T10:00:00.000Z' } as const),
        facts: { status: 'pushed', external_id, is_locked },
      }) as const;
    expect(typesOf(given(opened).when(lock('e-1')).events)).to.deep.equal(['DocumentLockConfirmed']);
    given(opened).when(lock('e-1', true)).then([]);
    given(opened).when(lock('e-2')).then(refused('not_found'));
  });

  it('is changed by nobody, and booked by whoever keeps the books', () => {
    const { facts, events } = withDocument();
    const held = { ...facts, is_held: true };
    for (const command of [
      { type: 'TrashDocument', facts: held, baseVersion: null } as const,
      { type: 'ChangeDocument', facts: held, changes: {}, lineIds: [], baseVersion: null, sameDocuments: [] } as const,
    ])
      given(opened, ...events)
        .when(command)
        .then(refused('document_held_externally'));
  });
});
