import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { buildCamtFile } from '../../support/bank-files.ts';
import type { AnswerBody, List } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Reason {
  readonly code: string;
  readonly message: string;
}
interface Suggestion {
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly items: readonly { readonly line_id: number; readonly amount: string; readonly reopen: boolean }[];
  readonly lines: readonly Record<string, unknown>[];
}
type Sides = readonly (readonly [string, string, string])[];

interface Case {
  readonly country: 'BE' | 'FR' | 'LU';
  readonly bank: string;
  readonly sale: { readonly account: string; readonly vat_code: string; readonly paid: string; readonly entry: Sides };
  readonly purchase: {
    readonly account: string;
    readonly vat_code: string;
    readonly paid: string;
    readonly entry: Sides;
  };
}

const CASES: readonly Case[] = [
  {
    country: 'BE',
    bank: '550000',
    sale: {
      account: '700000',
      vat_code: 'S-21',
      paid: '118.58',
      entry: [
        ['550000', '118.58', '0.00'],
        ['400000', '0.00', '120.58'],
        ['657000', '2.00', '0.00'],
      ],
    },
    purchase: {
      account: '612400',
      vat_code: 'P-S-21',
      paid: '-118.58',
      entry: [
        ['550000', '0.00', '118.58'],
        ['440000', '120.58', '0.00'],
        ['757000', '0.00', '2.00'],
      ],
    },
  },
  {
    country: 'FR',
    bank: '512000',
    sale: {
      account: '707000',
      vat_code: 'S-20',
      paid: '117.60',
      entry: [
        ['512000', '117.60', '0.00'],
        ['411000', '0.00', '120.00'],
        ['665000', '2.00', '0.00'],
        ['445711', '0.40', '0.00'],
      ],
    },
    purchase: {
      account: '607000',
      vat_code: 'P-G-20',
      paid: '-117.60',
      entry: [
        ['512000', '0.00', '117.60'],
        ['401000', '120.00', '0.00'],
        ['765000', '0.00', '2.00'],
        ['445660', '0.00', '0.40'],
      ],
    },
  },
  {
    country: 'LU',
    bank: '513101',
    sale: {
      account: '70311',
      vat_code: 'S-17',
      paid: '114.66',
      entry: [
        ['513101', '114.66', '0.00'],
        ['4011', '0.00', '117.00'],
        ['65562', '2.00', '0.00'],
        ['461411', '0.34', '0.00'],
      ],
    },
    purchase: {
      account: '6063',
      vat_code: 'P-M-17',
      paid: '-114.66',
      entry: [
        ['513101', '0.00', '114.66'],
        ['44111', '117.00', '0.00'],
        ['75562', '0.00', '2.00'],
        ['421611', '0.00', '0.34'],
      ],
    },
  },
];

describe('A payment less the discount for early payment', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  before(async () => void (firm = await service.newFirm()));

  for (const [index, { country, bank, sale, purchase }] of CASES.entries())
    describe(`in ${country}`, () => {
      let file: TestCompany;
      let statements = 0;
      const iban = buildExampleIban(70 + index);
      const at = (rest: string) => `${file.path}/${rest}`;

      before('open a company file with a bank', async () => {
        file = await service.newCompany(firm.client, { country_pack: country, country, locale: 'fr' });
        const control_account_id = file.account(bank);
        await firm.client.created(at('journals'), {
          code: 'BQ9',
          label: 'Bank',
          type: 'bank',
          iban,
          control_account_id,
        });
      });

      const record = async (direction: 'sale' | 'purchase', number: string, fields: object) => {
        const type = direction === 'sale' ? 'customer' : 'supplier';
        const party = await firm.client.created(at('third-parties'), { type, name: `Dupont ${number}`, country });
        const document = await firm.client.created(at('documents'), {
          direction,
          number,
          document_date: '2026-03-02',
          third_party_id: party.id,
          lines: [{ description: 'Papier', amount_net: '100.00', ...fields }],
          discount: { percent: '2', days: 8 },
        });
        await firm.client.created(at(`documents/${document.id}/book`), {});
        return document;
      };

      const receive = async (amount: string, communication: string, day = '2026-03-10') => {
        statements += 1;
        const content = buildCamtFile('08', {
          iban,
          number: String(statements),
          opening_date: day,
          closing_date: day,
          opening_balance: `${statements}.00`,
          movements: [{ amount, communication, counterpart_name: 'Dupont', entry_date: day, value_date: day }],
        });
        const part = { field: 'files[]', name: `s${statements}.xml`, content, type: 'application/xml' };
        const sent = await firm.client.expect(201).upload<AnswerBody>('POST', at('coda-files'), [part]);
        const [taken] = sent.files as readonly AnswerBody[];
        const list = await firm.client.get<List>(at(`bank-transactions?coda_file_id=${taken!.id}`));
        return list.body.data[0]!.id;
      };

      const match = async (id: number) => {
        const { data } = await firm.client.ok(at(`bank-transactions/${id}/suggestions`));
        const [best] = data as Suggestion[];
        const { items, lines } = best!;
        const body = {
          items: items.map(({ line_id, amount }) => ({ line_id, amount })),
          lines: lines.map(({ account_id, amount, vat_code }) => ({ account_id, amount, vat_code })),
        };
        const answer = await firm.client.post(at(`bank-transactions/${id}/match`), body);
        expect(answer.status, answer.text).to.equal(200);
        return {
          best: best!,
          entry: answer.body.entry as AnswerBody,
          operation: answer.headers.get('x-operation-id')!,
          warnings: (answer.body.warnings ?? []) as readonly Reason[],
        };
      };
      const sidesOf = ({ lines }: AnswerBody) =>
        (lines as readonly Record<string, unknown>[]).map((line) => [
          (line.account as { number: string }).number,
          line.debit,
          line.credit,
        ]);

      it('is recognised in its days and posted to the accounts of the country', async () => {
        const { paid, entry, ...line } = sale;
        const number = `V-2026-${index}01`;
        await record('sale', number, line);
        const { best, entry: posted } = await match(await receive(paid, number));
        expect(best.score).to.be.at.least(0.95);
        const reason = best.reasons.at(-1)!;
        expect(reason.code).to.equal('suggested_early_payment');
        expect(reason.message).to.include('10 Mar');
        expect(sidesOf(posted)).to.have.deep.members(entry as never);
        const open = await firm.client.ok(
          at(`bank-transactions/${await receive(paid, `${number} again`)}/suggestions`),
        );
        expect(open.data).to.deep.equal([]);
      });

      it('is the same for a purchase', async () => {
        const { paid, entry, ...line } = purchase;
        const number = `A-2026-${index}02`;
        await record('purchase', number, line);
        const { entry: posted } = await match(await receive(paid, number));
        expect(sidesOf(posted)).to.have.deep.members(entry as never);
      });

      const listCreditNotes = async (invoice: number): Promise<readonly AnswerBody[]> => {
        const { data } = await firm.client.ok(at('documents?per_page=100'));
        const named = (document: AnswerBody) =>
          (document.credits as readonly { document_id: number }[]).some(({ document_id }) => document_id === invoice);
        return (data as AnswerBody[]).filter(named);
      };

      it('makes the document that corrects a sale taxed on its full price, and undo takes it back', async () => {
        const { paid, entry: _entry, ...line } = sale;
        const number = `V-2026-${index}04`;
        const { id } = await record('sale', number, line);
        const transaction = await receive(paid, number);
        const { entry } = await match(transaction);
        const [made, ...more] = await listCreditNotes(id);
        expect(more).to.deep.equal([]);
        if (country === 'BE') return expect(made).to.equal(undefined);
        const gross = country === 'FR' ? '2.40' : '2.34';
        expect(made).to.deep.include({
          kind: 'credit_note',
          status: 'booked',
          journal_entry_id: entry.id,
          amount_net: '2.00',
          amount_gross: gross,
        });
        expect(made!.number).to.be.a('string');
        expect(made!.credits).to.deep.equal([{ document_id: id, number, date: '2026-03-02' }]);
        await firm.client.expect(200).post(at(`bank-transactions/${transaction}/unmatch`), {});
        const [pending] = await listCreditNotes(id);
        expect(pending).to.include({ id: made!.id, status: 'pending', number: made!.number });
        const { entry: again, operation } = await match(transaction);
        const after = await listCreditNotes(id);
        expect(after.map((one) => [one.id, one.number, one.status, one.journal_entry_id])).to.deep.equal([
          [made!.id, made!.number, 'booked', again.id],
        ]);
        const revert = async (what: string): Promise<string> => {
          const { operation_id } = await firm.client.expect(200).post(at(`history/operations/${what}/revert`), {});
          return operation_id as string;
        };
        const listStatuses = async (invoice: number) => (await listCreditNotes(invoice)).map(({ status }) => status);
        const undone = await revert(operation);
        expect(await listStatuses(id)).to.deep.equal(['pending']);
        await revert(undone);
        expect(await listStatuses(id), 'done again').to.deep.equal(['booked']);
        const other = `V-2026-${index}05`;
        const fresh = await record('sale', other, line);
        const first = await match(await receive(paid, other));
        await revert(await revert(await revert(first.operation)));
        expect(await listStatuses(fresh.id), 'it keeps its number').to.deep.equal(['pending']);
        return undefined;
      });

      if (country !== 'BE')
        it('of several sales makes a document for each, and undo takes them back', async () => {
          const { paid, entry: _entry, ...line } = sale;
          const party = await firm.client.created(at('third-parties'), { type: 'customer', name: 'Martin', country });
          const numbers = [`V-2026-${index}11`, `V-2026-${index}12`];
          const sold: number[] = [];
          for (const number of numbers) {
            const { id } = await firm.client.created(at('documents'), {
              direction: 'sale',
              number,
              document_date: '2026-03-02',
              third_party_id: party.id,
              lines: [{ description: 'Papier', amount_net: '100.00', ...line }],
              discount: { percent: '2', days: 8 },
            });
            await firm.client.created(at(`documents/${id}/book`), {});
            sold.push(id);
          }
          const both = (Number(paid) * 2).toFixed(2);
          const transaction = await receive(both, numbers.join(' '));
          const listNotes = async () => (await Promise.all(sold.map(listCreditNotes))).flat();
          const { best, entry } = await match(transaction);
          expect(best.items).to.have.length(2);
          const made = await listNotes();
          const gross = country === 'FR' ? '2.40' : '2.34';
          expect(made.map((one) => [one.amount_gross, one.status, one.journal_entry_id])).to.deep.equal([
            [gross, 'booked', entry.id],
            [gross, 'booked', entry.id],
          ]);
          await firm.client.expect(200).post(at(`bank-transactions/${transaction}/unmatch`), {});
          expect((await listNotes()).map(({ status }) => status)).to.deep.equal(['pending', 'pending']);
          const { operation } = await match(transaction);
          const again = await listNotes();
          expect(again.map(({ id, status }) => [id, status])).to.deep.equal(made.map(({ id }) => [id, 'booked']));
          await firm.client.expect(200).post(at(`history/operations/${operation}/revert`), {});
          expect((await listNotes()).map(({ status }) => status)).to.deep.equal(['pending', 'pending']);
        });

      if (country !== 'BE')
        it('says so if no series gives the credit note a number', async () => {
          const { paid, entry: _entry, ...line } = sale;
          const number = `V-2026-${index}13`;
          const { id } = await record('sale', number, line);
          const all = await firm.client.ok<readonly AnswerBody[]>(at('number-series'));
          const series = all.find(({ kind }) => kind === 'credit_note')!;
          await firm.client.patch(at(`number-series/${series.id}`), { is_default: false });
          const { warnings } = await match(await receive(paid, number));
          expect(warnings.map(({ code }) => code)).to.deep.equal(['discount_without_number']);
          expect(await listCreditNotes(id)).to.deep.equal([]);
          await firm.client.patch(at(`number-series/${series.id}`), { is_default: true });
        });

      it('is a part of the amount after its days', async () => {
        const { paid, entry: _entry, ...line } = sale;
        const number = `V-2026-${index}03`;
        await record('sale', number, line);
        const { data } = await firm.client.ok(
          at(`bank-transactions/${await receive(paid, number, '2026-03-11')}/suggestions`),
        );
        expect((data as Suggestion[]).flatMap(({ lines }) => lines)).to.deep.equal([]);
      });
    });
});
