import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { matchAutomatically } from '../../../commands/bank/match-automatically.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { startRehearsal } from '../../../commands/support/rehearsal.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { expectStatus, expectRefusal, type Answer, type AnswerBody, type List } from '../../support/client.ts';
import { buildCamtFile, buildCodaFile, type WrittenMovement, type WrittenStatement } from '../../support/bank-files.ts';
import { findPayableDay, openYearsUntil } from '../../support/payable-day.ts';
import { useHistory } from '../history/support.ts';

interface Shown extends AnswerBody {
  readonly status: string;
  readonly matched_amount: string;
  readonly journal_entry_id: number | null;
}

interface Matched extends AnswerBody {
  readonly transaction: Shown;
  readonly entry: AnswerBody & { readonly lines: readonly Record<string, unknown>[] };
  readonly letterings: readonly AnswerBody[];
}

interface Suggestion {
  readonly score: number;
  readonly kind: string;
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
  readonly items: readonly { readonly line_id: number; readonly amount: string; readonly reopen: boolean }[];
  readonly lines: readonly { readonly account: string; readonly amount: string }[];
  readonly write_off: boolean;
  readonly entry: { readonly lines: readonly { readonly debit: string }[] } | null;
}

interface Report extends AnswerBody {
  readonly matched: number;
  readonly proposed: number;
  readonly skipped: number;
  readonly results: readonly {
    readonly transaction_id: number;
    readonly status: string;
    readonly entry_id: number | null;
  }[];
}

const CUSTOMER_IBAN = 'BE71096123456769';
const DAY = { entry_date: '2026-03-06', value_date: '2026-03-06' };

describe('Transactions of a bank', () => {
  const books = useHistory();
  const at = (rest: string) => `${books.file.path}/${rest}`;
  let iban: string;
  let journal: number;
  let statements = 0;

  const newAccount = async (number: number) => {
    const own = buildExampleIban(number);
    const answer = await books.firm.client.created(at('journals'), {
      code: `K${number}`,
      label: 'Bank',
      type: 'bank',
      iban: own,
      control_account_id: books.file.account('550000'),
    });
    return { own, id: answer.id };
  };

  before(async () => {
    ({ own: iban, id: journal } = await newAccount(1));
    const settings = {
      auto_entries: { reconciliation_difference: { max_amount: '1.00' } },
    };
    await books.firm.client.expect(200).patch(at('settings'), settings);
  });

  /** Takes movements in; gives the ids of their transactions in order. */
  const received = async (
    movements: readonly Partial<WrittenMovement>[],
    { of = iban, write = buildCodaFile }: { of?: string; write?: (statement: WrittenStatement) => string } = {},
  ): Promise<number[]> => {
    statements += 1;
    const content = write({
      iban: of,
      number: String(statements),
      opening_date: '2026-03-05',
      closing_date: '2026-03-06',
      opening_balance: `${statements}.00`,
      movements: movements.map((one) => ({ amount: '121.00', ...DAY, ...one })),
    });
    const sent = await books.firm.client
      .expect(201)
      .upload<AnswerBody>('POST', at('coda-files'), [
        { field: 'files[]', name: `s${statements}.cod`, content, type: 'application/octet-stream' },
      ]);
    const [file] = sent.files as readonly AnswerBody[];
    const list = await books.firm.client.get<List>(at(`bank-transactions?coda_file_id=${file!.id}&per_page=500`));
    return list.body.data.map(({ id }) => id).sort((a, b) => a - b);
  };
  const one = async (fields: Partial<WrittenMovement> = {}) => (await received([fields]))[0]!;
  const post = <Body = Matched>(id: number, what: string, body: object = {}, headers = {}) =>
    books.firm.client.post<Body>(at(`bank-transactions/${id}/${what}`), body, headers);
  const matched = async (id: number, body: object): Promise<Answer<Matched>> => {
    const answer = await post(id, 'match', body);
    expect(answer.status, answer.text).to.equal(200);
    return answer;
  };
  const shown = async (id: number) =>
    (await books.firm.client.get(at(`bank-transactions/${id}`))).body as unknown as Shown;
  const suggestions = async (id: number): Promise<readonly Suggestion[]> => {
    const answer = await books.firm.client.ok(at(`bank-transactions/${id}/suggestions`));
    return answer.data as Suggestion[];
  };
  const auto = async (body: object): Promise<Answer<Report>> => {
    const answer = (await books.firm.client.post(
      at('bank-transactions/auto-match'),
      body,
    )) as unknown as Answer<Report>;
    expect(answer.status, answer.text).to.equal(200);
    return answer;
  };
  const customer = (fields: object = {}) => books.party({ name: 'Hôtel du Parc', ibans: [CUSTOMER_IBAN], ...fields });
  const invoice = (party: number, amount: string, reference?: string) =>
    books.item(amount, { party, entry_date: '2026-03-01', due_date: '2026-03-31', ...(reference && { reference }) });
  const sidesOf = ({ entry }: Matched) =>
    entry.lines.map((line) => [(line.account as { number: string }).number, line.debit, line.credit]);

  it('settle open items in full: one entry in the journal of the bank, lettered, and one undo takes all of it back', async () => {
    const party = await customer();
    const item = await invoice(party, '121.00');
    const id = await one();
    const answer = await matched(id, { items: [{ line_id: item }] });
    const { transaction, entry, letterings } = answer.body;
    expect(transaction).to.deep.include({ status: 'matched', matched_amount: '121.00', journal_entry_id: entry.id });
    expect(transaction.third_party).to.deep.include({ id: party });
    expect(entry).to.deep.include({ journal_id: journal, origin: 'bank_transaction' });
    expect(sidesOf(answer.body)).to.deep.equal([
      ['550000', '121.00', '0.00'],
      ['400000', '0.00', '121.00'],
    ]);
    expect(letterings).to.have.length(1);
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({});
    const second = await post(id, 'match', { items: [{ line_id: item }] });
    expect([second.status, (second.body as unknown as AnswerBody).code]).to.deep.equal([
      422,
      'transaction_already_matched',
    ]);
    await books.firm.client.refused(422, 'entry_of_bank_transaction').post(at(`entries/${entry.id}/reverse`), {});
    await books.undo(answer);
    expect(await shown(id)).to.deep.include({ status: 'pending', matched_amount: '0.00', journal_entry_id: null });
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({ [item]: '121.00' });
  });

  it('are booked in parts, the rest stays to be booked; unmatching takes back one part or all', async () => {
    const party = await customer({ ibans: [] });
    const [first, second] = [await invoice(party, '50.00'), await invoice(party, '80.00')];
    const id = await one();
    const part = (await matched(id, { items: [{ line_id: first }] })).body;
    expect(part.transaction).to.deep.include({ status: 'pending', matched_amount: '50.00' });
    const rest = (await matched(id, { items: [{ line_id: second }] })).body;
    expect(rest.transaction).to.deep.include({ status: 'matched', matched_amount: '121.00' });
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({ [second]: '9.00' });
    const back = await expectStatus(post<AnswerBody>(id, 'unmatch', { entry_id: rest.entry.id }), 200);
    expect(back.transaction).to.deep.include({ matched_amount: '50.00', journal_entry_id: part.entry.id });
    const all = await post<AnswerBody>(id, 'unmatch');
    expect(all.body.reversals).to.have.length(1);
    expect(await shown(id)).to.deep.include({ status: 'pending', matched_amount: '0.00', journal_entry_id: null });
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({ [first]: '50.00', [second]: '80.00' });
    await expectRefusal(post<AnswerBody>(id, 'unmatch'), 422, 'transaction_not_matched');
  });

  it('are not booked by the reversal of what unmatched them, which would leave them to be booked twice', async () => {
    const party = await customer({ ibans: [] });
    const item = await invoice(party, '121.00');
    const id = await one();
    await matched(id, { items: [{ line_id: item }] });
    const booked = await books.balances();
    const undone = await post<AnswerBody>(id, 'unmatch');
    const reversal = (undone.body.reversal as AnswerBody).id;
    await books.firm.client.refused(422, 'reversal_of_bank_transaction').post(at(`entries/${reversal}/reverse`), {});
    const [posted] = await books.history(`resource=entries&record_id=${reversal}`);
    const alone = await books.revert(String(posted!.id));
    expect([alone.status, alone.body.reason]).to.deep.equal([422, 'reversal_of_bank_transaction']);
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({ [item]: '121.00' });
    await books.undo(undone);
    expect((await shown(id)).status).to.equal('matched');
    expect(await books.balances()).to.deep.equal(booked);
  });

  it('go to accounts with the VAT that is in the amount, and small differences are written off', async () => {
    const fee = await one({ amount: '-12.10' });
    const { body } = await matched(fee, { lines: [{ account: '650000', amount: '-12.10', vat_code: 'P-S-21' }] });
    expect(sidesOf(body)).to.deep.equal([
      ['550000', '0.00', '12.10'],
      ['650000', '10.00', '0.00'],
      ['411000', '2.10', '0.00'],
    ]);
    const party = await customer({ ibans: [] });
    const item = await invoice(party, '121.50');
    const id = await one();
    const tooMuch = await post<AnswerBody>(id, 'match', {
      items: [{ line_id: item }],
      lines: [{ account: '650000', amount: '-5.00' }],
      write_off: true,
    });
    expect([tooMuch.status, tooMuch.body.code]).to.deep.equal([422, 'match_difference_too_large']);
    const dry = await post<AnswerBody>(id, 'match', { items: [{ line_id: item }], write_off: true, dry_run: true });
    expect([dry.status, dry.body.entry, (await shown(id)).status]).to.deep.equal([200, null, 'pending']);
    await matched(id, { items: [{ line_id: item }], write_off: true });
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({});
    expect((await shown(id)).status).to.equal('matched');
  });

  it('refuse what is settled already, of another sign, too much or stale', async () => {
    const party = await customer({ ibans: [] });
    const item = await invoice(party, '121.00');
    const owed = await books.item('-121.00', { party, entry_date: '2026-03-01' });
    const id = await one();
    const codes = async (body: object) => {
      const answer = await expectStatus(post<AnswerBody>(id, 'match', body), 422);
      return answer.code === 'validation_failed' ? Object.keys(answer.errors) : answer.code;
    };
    expect(await codes({})).to.deep.equal(['items']);
    expect(await codes({ items: [{ line_id: owed }] })).to.equal('match_of_other_sign');
    expect(await codes({ items: [{ line_id: item }, { line_id: item }] })).to.deep.equal(['items.1.line_id']);
    expect(await codes({ items: [{ line_id: item, amount: '122.00' }] })).to.deep.equal(['items.0.amount']);
    expect(await codes({ lines: [{ account: '650000', amount: '122.00' }] })).to.equal('match_exceeds_transaction');
    await books.letter([item, owed]);
    expect(await codes({ items: [{ line_id: item }] })).to.deep.equal(['items.0.line_id']);
    const stale = await post<AnswerBody>(
      id,
      'match',
      { lines: [{ account: '650000', amount: '1.00' }] },
      { 'X-Base-Version': '7' },
    );
    expect([stale.status, stale.body.server_version]).to.deep.equal([409, 1]);
  });

  it('matched by two people at once are booked once', async () => {
    const id = await one();
    const body = { lines: [{ account: '740000', amount: '121.00' }] };
    const answers = await Promise.all([post<AnswerBody>(id, 'match', body), post<AnswerBody>(id, 'match', body)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    expect(answers.find(({ status }) => status === 422)!.body.code).to.equal('transaction_already_matched');
  });

  it('are explained by structured communications, mangled references, IBANs and sums, with the entry that each would post', async () => {
    const party = await customer({ name: 'Boulangerie Martin', ibans: ['BE62510007547061'] });
    const structured = await invoice(party, '60.00', '+++010/8068/17183+++');
    const [a, b] = [await invoice(party, '33.10', 'VF-2026/0417'), await invoice(party, '44.20', 'VF-2026/0418')];
    const [byStructure, byReferences, byIban] = await received([
      { amount: '60.00', structured_communication: '010806817183' },
      {
        amount: '77.30',
        communication: 'vf2026 0417 et VF 2026-04 18 merci',
        counterpart_name: 'MARTIN BOULANGERIE SPRL',
      },
      { amount: '44.20', counterpart_iban: 'BE62510007547061', counterpart_name: 'Martin' },
    ]);
    const [best] = await suggestions(byStructure!);
    expect(best).to.deep.include({ kind: 'structured_communication', score: 1 });
    expect(best!.items.map(({ line_id }) => line_id)).to.deep.equal([structured]);
    expect(best!.entry!.lines.map(({ debit }) => debit)).to.deep.equal(['60.00', '0.00']);
    const [sum] = await suggestions(byReferences!);
    expect(sum!.items.map(({ line_id }) => line_id)).to.deep.equal([a, b]);
    expect(sum!.score).to.be.greaterThan(0.94);
    expect(sum!.reasons[0]!.message).to.contain('VF-2026/0417, VF-2026/0418');
    const [known] = await suggestions(byIban!);
    expect(known).to.deep.include({ kind: 'iban', score: 0.95 });
    expect(known!.reasons[0]!.message).to.equal('The account BE62510007547061 belongs to Boulangerie Martin.');

    const tried = await auto({ transaction_ids: [byStructure, byReferences, byIban], dry_run: true });
    expect(tried.body).to.deep.include({ matched: 2, proposed: 0, skipped: 1 });
    expect((await shown(byStructure!)).status).to.equal('pending');
    const made = await auto({ transaction_ids: [byStructure, byReferences, byIban] });
    expect(made.body).to.deep.include({ matched: 2, proposed: 0, skipped: 1 });
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({});
    await books.undo(made);
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({
      [structured]: '60.00',
      [a]: '33.10',
      [b]: '44.20',
    });
    expect((await auto({ transaction_ids: [byIban!] })).body.matched).to.equal(1);
  });

  it('are looked at once by calls that follow one another', async () => {
    const party = await customer({ name: 'Ferme du Lac', ibans: [] });
    const references = ['LAC-2026/31', 'LAC-2026/32', 'LAC-2026/33'];
    for (const reference of references) await invoice(party, '12.00', reference);
    const unknown = { amount: '13.37', communication: 'nobody knows' };
    const paid = references.map((communication) => ({ amount: '12.00', communication }));
    const ids = await received([unknown, paid[0]!, paid[1]!, unknown, paid[2]!, unknown]);
    const seen: (readonly [number, string])[] = [];
    let after: number | null = ids[0]! - 1;
    for (let calls = 0; after !== null; calls += 1) {
      expect(calls).to.be.lessThan(4);
      const request = { ids: null, after, threshold: 0.95 };
      const extent = { together: 2, most: 4, matches: 1 };
      const { core } = books.service;
      const tools = { ...core, ...startRehearsal(core).tools };
      const report = await matchAutomatically(tools, books.file.id, request, createSystemContext('test'), extent);
      if (isRefusal(report)) throw new Error('refused');
      seen.push(...report.results.map(({ transaction_id, status }) => [transaction_id, status] as const));
      after = report.nextAfter;
    }
    const expected = ['skipped', 'matched', 'matched', 'skipped', 'matched', 'skipped'];
    expect(seen).to.deep.equal(ids.map((id, index) => [id, expected[index]]));
    const rest = await auto({ after: ids[3], dry_run: true });
    expect(rest.body).to.deep.include({ matched: 1, skipped: 1, is_complete: true, next_after: null });
  });

  it('between own accounts wait on the transit account for one another, and what was done before is proposed again', async () => {
    const { own } = await newAccount(2);
    const out = await one({ amount: '-500.00', counterpart_iban: own });
    const [transfer] = await suggestions(out);
    expect([transfer!.kind, transfer!.lines.map(({ account }) => account)]).to.deep.equal(['own_transfer', ['580000']]);
    expect((await auto({ transaction_ids: [out] })).body.matched).to.equal(1);
    const [came] = await received([{ amount: '500.00', counterpart_iban: iban }], { of: own });
    const [other] = await suggestions(came!);
    expect([other!.kind, other!.items.map(({ amount }) => amount)]).to.deep.equal(['own_transfer', ['500.00']]);
    expect((await auto({ transaction_ids: [came] })).body.matched).to.equal(1);
    expect((await books.balances())['580000']).to.equal(undefined);

    const [first, next] = await received([
      { amount: '-9.00', counterpart_name: 'Ville de Namur' },
      { amount: '-11.00', counterpart_name: 'VILLE DE NAMUR' },
    ]);
    await matched(first!, { lines: [{ account: '640000', amount: '-9.00' }] });
    const [past] = await suggestions(next!);
    expect([past!.kind, past!.lines[0]!.account, past!.lines[0]!.amount]).to.deep.equal(['past', '640000', '-11.00']);
    expect((await auto({ transaction_ids: [next] })).body).to.deep.include({ matched: 0, proposed: 1 });
  });

  it('carry out a booked file of orders by themselves, and one that comes back opens its invoice again', async () => {
    const supplier = await books.party({ type: 'supplier', name: 'Imprimerie', ibans: ['BE68539007547034'] });
    const bill = await books.item('-242.00', {
      party: supplier,
      account: '440000',
      entry_date: '2026-03-01',
      due_date: '2026-03-31',
    });
    await openYearsUntil(books.firm.client, books.file.path, findPayableDay());
    const created = await books.firm.client.created(at('sepa-files'), {
      type: 'credit_transfer',
      journal_id: journal,
      execution_date: findPayableDay(),
      batch_booking: false,
      payments: [{ third_party_id: supplier, line_ids: [bill] }],
    });
    await books.firm.client.expect(200).post(at(`sepa-files/${created.id}/book`), {});
    const [payment] = created.payments as { end_to_end_id: string }[];
    const id = await one({ amount: '-242.00', end_to_end_id: payment!.end_to_end_id });
    const [carried] = await suggestions(id);
    expect(carried!.kind).to.equal('sepa_file');
    expect((await auto({ transaction_ids: [id] })).body.matched).to.equal(1);
    expect((await books.balances())['580000']).to.equal(undefined);
    expect(await books.openItems(`third_party_id=${supplier}`)).to.deep.equal({});

    const returned = camtReturn(payment!.end_to_end_id, '242.00');
    const [back] = await received([{ amount: '242.00', end_to_end_id: payment!.end_to_end_id }], { write: returned });
    const [suggested] = await suggestions(back!);
    expect([suggested!.kind, suggested!.items[0]!.reopen]).to.deep.equal(['sepa_return', true]);
    const made = await auto({ transaction_ids: [back] });
    expect(made.body.matched).to.equal(1);
    expect(await books.openItems(`third_party_id=${supplier}`)).to.deep.equal({ [bill]: '-242.00' });
    await books.undo(made);
    expect(await books.openItems(`third_party_id=${supplier}`)).to.deep.equal({});
  });

  it('stay as they are when the entry lies in a locked period', async () => {
    const id = await one({ entry_date: '2026-02-10', value_date: '2026-02-10' });
    await matched(id, { lines: [{ account: '740000', amount: '121.00' }] });
    const year = await books.firm.client.get(at(`fiscal-years/${books.file.fiscalYearId}`));
    const february = (year.body.periods as { id: number; number: number }[]).find(({ number }) => number === 2)!;
    const locked = await books.firm.client.post(
      at(`fiscal-years/${books.file.fiscalYearId}/periods/${february.id}/lock`),
      {},
    );
    expect(locked.status, locked.text).to.be.lessThan(300);
    await expectRefusal(post<AnswerBody>(id, 'unmatch'), 422, 'period_locked');
    expect((await shown(id)).status).to.equal('matched');
  });
});

/** The same statement in CAMT, whose only movement came back. */
const camtReturn =
  (endToEndId: string, amount: string) =>
  (statement: WrittenStatement): string =>
    buildCamtFile('08', { ...statement, movements: [{ ...DAY, amount, end_to_end_id: endToEndId }] }).replace(
      '</TxDtls>',
      '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>',
    );
