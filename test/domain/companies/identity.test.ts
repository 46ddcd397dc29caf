import { expect } from 'chai';
import { companyFile, NO_UNDO_FACTS } from '../../../domain/company-file.ts';
import type { CompanyChanges } from '../../../domain/companies/company-events.ts';
import { settings, buildSettingsTree, type SettingValues } from '../../../domain/companies/settings.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { NO_EARLIER_EVENTS } from '../../../domain/history/earlier.ts';
import type { UndoChanges } from '../../../domain/history/index.ts';
import type { Json } from '../../../domain/json.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  openedEvents,
  openedFile,
  buildPostEntry,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const update = (changes: CompanyChanges, baseVersion: number | null = null) =>
  ({ type: 'UpdateCompanyFile', changes, baseVersion }) as const;
const change = (changes: SettingValues, baseVersion: number | null = null) =>
  ({ type: 'ChangeCompanySettings', changes, baseVersion }) as const;
const trash = { type: 'TrashCompanyFile', baseVersion: null } as const;
const trashed = decided(trash, openedFile);

describe('changing the identity of a company file', () => {
  it('records what really changes, with the earlier values', () => {
    given(openedEvents)
      .when(update({ name: 'Autre nom', country: 'BE', city: 'Namur' }))
      .then([
        {
          type: 'CompanyFileUpdated',
          data: {
            version: 2,
            changes: { name: 'Autre nom', city: 'Namur' },
            previous: { name: openedFile.identity.name, city: openedFile.identity.city },
          },
        },
      ]);
    given(openedEvents)
      .when(update({ name: openedFile.identity.name }))
      .then([]);
  });

  it('keeps numbers in their stored form, and refuses those that are none', () => {
    const [event] = given(openedEvents).when(update({ enterprise_number: '0403.019.261', vat_number: null })).events;
    expect(event!.data).to.have.nested.property('changes.enterprise_number', '0403019261');
    given(openedEvents)
      .when(update({ enterprise_number: '0403.019.262', vat_number: 'BE1', legal_form_code: 'zzz' }))
      .then(
        refusedAt(
          ['enterprise_number', 'enterprise_number_invalid'],
          ['vat_number', 'vat_number_invalid'],
          ['legal_form_code', 'legal_form_unknown'],
        ),
      );
  });

  it('refuses a version that has moved on', () => {
    const updated = decided(update({ city: 'Mons' }), openedFile);
    given(openedEvents, updated)
      .when(update({ city: 'Namur' }, 1))
      .then(refused('conflict', { facts: { server_version: 2 } }));
    expect(given(openedEvents, updated).when(update({ city: 'Namur' }, 2)).events).to.have.length(1);
  });
});

describe('the settings of a company file', () => {
  it('begin with the accounts of the country, which all exist in its chart', () => {
    const values = openedFile.identity.settings;
    expect(values).to.include({
      'auto_entries.vat.payable_account': '451200',
      'auto_entries.vat.journal_id': findJournalId('OD'),
    });
    given(openedEvents).when(change(values)).then([]);
    for (const [path, value] of Object.entries(values))
      if (settings[path]!.isAccount) expect(findAccountId(value as string), path).to.be.a('number');
  });

  it('are shown as a whole tree, also in a file that was opened before there were any', () => {
    const tree = buildSettingsTree({}) as { history: object; vat: { declarant: object }; auto_entries: object };
    expect(tree.history).to.deep.equal({ trash_retention_days: 30 });
    expect(tree.vat.declarant).to.include({ applicable: false, email: null });
    expect(Object.keys(tree.auto_entries)).to.deep.equal([
      'vat',
      'invoices_to_receive',
      'reconciliation_difference',
      'transfers',
    ]);
  });

  it('are merged path by path', () => {
    const path = 'history.trash_retention_days';
    given(openedEvents)
      .when(change({ [path]: 90, 'legal.rpm_district': null }))
      .then([
        { type: 'CompanySettingsChanged', data: { version: 2, changes: { [path]: 90 }, previous: { [path]: 30 } } },
      ]);
  });

  it('name only accounts and journals of the file that can be posted to', () => {
    const unknown = 'auto_entries.vat.payable_account';
    const heading = 'auto_entries.transfers.transit_account';
    const journal = 'auto_entries.vat.journal_id';
    given(openedEvents)
      .when(change({ [unknown]: '999999', [heading]: '58', [journal]: 1, 'no.such': 'x' }))
      .then(
        refusedAt(
          [unknown, 'account_unknown'],
          [heading, 'account_is_group'],
          [journal, 'reference_unknown'],
          ['no.such', 'setting_unknown'],
        ),
      );
    given(openedEvents)
      .when(change({ 'vat.filer.enterprise_number': '123', 'history.trash_retention_days': null }))
      .then(
        refusedAt(
          ['vat.filer.enterprise_number', 'enterprise_number_invalid'],
          ['history.trash_retention_days', 'required'],
        ),
      );
  });

  it('keep or lose the listings that an earlier version recorded as filed, and take no others', () => {
    const filing = { kind: 'fees_281_50', year: 2025, period: 1, filed_on: '2026-05-02', reference: null };
    const path = 'vat.filings';
    given(openedEvents)
      .when(change({ [path]: [filing] }))
      .then(refusedAt([`${path}.0`, 'filing_not_in_settings']));
    const recorded = {
      type: 'CompanySettingsChanged',
      data: { version: 2, changes: { [path]: [filing] }, previous: {} },
    };
    const earlier = [...openedEvents, recorded as (typeof openedEvents)[number]];
    given(earlier)
      .when(change({ [path]: [filing, { ...filing, year: 2024 }] }))
      .then(refusedAt([`${path}.1`, 'filing_not_in_settings']));
    given(earlier)
      .when(change({ [path]: [] }))
      .then([
        {
          type: 'CompanySettingsChanged',
          data: { version: 3, changes: { [path]: [] }, previous: { [path]: [filing] } },
        },
      ]);
  });

  it('have such listings again when their removal is undone, and lose them when that is undone', () => {
    const path = 'vat.filings';
    const filing = { kind: 'fees_281_50', year: 2025, period: 1, filed_on: '2026-05-02', reference: null };
    const toEvent = (version: number, now: readonly object[], before: readonly object[]) => ({
      type: 'CompanySettingsChanged',
      data: { version, changes: { [path]: now as Json }, previous: { [path]: before as Json } },
    });
    const undo = (event: DomainEvent): UndoChanges => ({
      ...{ type: 'UndoChanges', operationId: '5f0c8b1e-6f0a-4d55-9a80-2f6f0d7c1a11', events: [event], only: null },
      ...{ facts: NO_UNDO_FACTS, earlier: NO_EARLIER_EVENTS, ids: {}, today: '2026-05-03' },
    });
    const past = [...openedEvents, toEvent(2, [filing], []), toEvent(3, [], [filing])];
    for (const [version, now, before] of [
      [4, [filing], []],
      [5, [], [filing]],
    ] as const) {
      const { events } = given(past).when(undo(past.at(-1)!));
      expect(events.filter(({ type }) => type === 'CompanySettingsChanged')).to.deep.equal([
        toEvent(version, now, before),
      ]);
      past.push(...events);
    }
  });

  it('hold on to the accounts and journals that they name', () => {
    const bin = (resource: string, id: number) => ({ type: 'TrashRecord', resource, id, baseVersion: null }) as const;
    given(openedEvents)
      .when(bin('accounts', findAccountId('451200')))
      .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'settings', count: 1 }] } }));
    given(openedEvents)
      .when(bin('journals', findJournalId('OD')))
      .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'settings', count: 3 }] } }));
    const renumber = {
      type: 'UpdateRecord',
      resource: 'accounts',
      id: findAccountId('451200'),
      changes: { number: '451299' },
      baseVersion: null,
    } as const;
    given(openedEvents)
      .when(renumber)
      .then(refusedAt(['number', 'not_editable']));
  });
});

describe('the owner of a company file', () => {
  const [{ data: opening }, ...others] = openedEvents as unknown as readonly [{ data: object }];
  const owned = [{ type: 'CompanyFileOpened', data: { ...opening, firm_id: null, owner_id: 5 } }, ...others];
  const hand = (ownerId: number, previousOwnerId: number) =>
    ({ type: 'ChangeCompanyOwner', ownerId, previousOwnerId }) as const;
  const changed = (version: number) => ({
    type: 'CompanyOwnerChanged',
    data: { version, owner_id: 7, previous_owner_id: 5 },
  });

  it('is replaced by another account, also in the recycle bin', () => {
    given(owned)
      .when(hand(7, 5))
      .then([changed(2)]);
    given(owned, trashed)
      .when(hand(7, 5))
      .then([changed(3)]);
  });

  it('stays where someone else owns the file, or a firm', () => {
    given(owned, changed(2)).when(hand(7, 5)).then([]);
    given(openedEvents).when(hand(7, 5)).then([]);
  });
});

describe('a company file in the recycle bin', () => {
  it('takes no command but its way back', () => {
    expect(trashed).to.deep.equal([{ type: 'CompanyFileTrashed', data: { version: 2 } }]);
    for (const command of [
      buildPostEntry(),
      trash,
      update({ city: 'X' }),
      buildCreateRecord('accounts', 9, { number: '1' }),
    ])
      given(openedEvents, trashed).when(command).then(refused('not_found'));
    const restored = [{ type: 'CompanyFileRestored', data: { version: 3 } }];
    given(openedEvents, trashed).when({ type: 'RestoreCompanyFile' }).then(restored);
    given(openedEvents).when({ type: 'RestoreCompanyFile' }).then(refused('not_found'));
    expect(given(openedEvents, trashed, restored).when(buildPostEntry()).events).to.have.length(1);
  });

  it('comes back from a snapshot as it was', () => {
    const file = replay(trashed, openedFile);
    const { pack, unpack } = companyFile.snapshot;
    expect(unpack(JSON.parse(JSON.stringify(pack(file))) as ReturnType<typeof pack>).identity).to.deep.equal(
      file.identity,
    );
  });
});
