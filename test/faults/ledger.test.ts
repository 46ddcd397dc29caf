import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  postEntry,
  postInvoice,
  applyLoad,
  listStatuses,
  addSupplier,
  type Answer,
  type Client,
} from '../support/load.ts';
import { cleanUp, clientOf, invariantsHold, LOAD_MS, setStage, start, type Stage } from './support.ts';
import { describeLong } from '../support/long.ts';

/** People who do at once, in two processes, what cannot both be done. */
describeLong('at the same time, in two processes', function () {
  this.timeout(60_000 + 2 * LOAD_MS);
  cleanUp();

  async function twoProcesses(): Promise<{ stage: Stage; clients: readonly [Client, Client] }> {
    const stage = await setStage();
    const [one, other] = await Promise.all([start(stage), start(stage)]);
    return { stage, clients: [clientOf(stage, one), clientOf(stage, other)] };
  }

  const outcomes = (answers: readonly Answer[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const outcome = status < 300 ? `${status}` : `${status} ${body['code'] as string}`;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  };

  const linesOn = (answer: Answer, account: string): number[] =>
    (answer.body['lines'] as { id: number; account: { number: string } }[])
      .filter((line) => line.account.number === account)
      .map(({ id }) => id);

  it('an entry is reversed once, a lettering is made once, and what is reversed is not lettered', async () => {
    const { stage, clients } = await twoProcesses();
    const file = await addSupplier(clients[0], stage.file);
    const invoice = await postInvoice(clients[0], file);
    const reversals = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        clients[index % 2]!.post(`${file.path}/entries/${String(invoice.body['id'])}/reverse`, {}, randomUUID()),
      ),
    );
    expect(outcomes(reversals)).to.deep.equal({ '201': 1, '422 entry_already_reversed': 11 });

    // Each pair of an invoice and its payment: somebody letters them while somebody else reverses the invoice.
    for (let round = 0; round < 4; round += 1) {
      const [billed, paid] = [await postInvoice(clients[0], file), await payment(clients[1], file.supplierId, stage)];
      const line_ids = [...linesOn(billed, '440000'), ...linesOn(paid, '440000')];
      const letter = (client: Client) => client.post(`${file.path}/lettering`, { line_ids }, randomUUID());
      const reverse = (client: Client) =>
        client.post(`${file.path}/entries/${String(billed.body['id'])}/reverse`, {}, randomUUID());
      const answers = await Promise.all([letter(clients[0]), letter(clients[1]), reverse(clients[round % 2]!)]);
      expect(answers[2].status, JSON.stringify(answers[2].body)).to.equal(201);
      expect(listStatuses(answers.slice(0, 2)).filter((status) => status !== 201 && status !== 422)).to.deep.equal([]);
      expect(answers.slice(0, 2).filter(({ status }) => status === 201).length).to.be.at.most(1);
      // Whoever came first, the payment is open again at the end.
      const { body } = await clients[0].get(`${file.path}/open-items?as_of=2026-12-31`);
      expect((body['data'] as { id: number }[]).map(({ id }) => id)).to.include(line_ids[1]!);
    }
    await invariantsHold(stage, { writes: clients.flatMap(({ writes }) => writes) });
  });

  it('a year is closed once, with all that was posted before and nothing behind', async () => {
    const { stage, clients } = await twoProcesses();
    const file = await addSupplier(clients[0], stage.file);
    const { body: years } = await clients[0].get(`${file.path}/fiscal-years`);
    const year = `${file.path}/fiscal-years/${(years as unknown as { id: number }[])[0]!.id}`;
    await clients[0].post(
      `${file.path}/fiscal-years`,
      { starts_on: '2027-01-01', ends_on: '2027-12-31' },
      randomUUID(),
    );
    const turns: Answer[] = [];
    const writing = applyLoad({
      writers: 12,
      milliseconds: LOAD_MS,
      write: (writer, turn) => {
        const client = clients[writer % 2]!;
        if (turn % 3 === 0) return postInvoice(client, file);
        return turn % 3 === 1 ? postEntry(client, file) : nextYear(client);
      },
    });
    const nextYear = (client: Client) =>
      client.post(
        `${file.path}/entries`,
        {
          journal_id: file.journalId,
          entry_date: '2027-01-01',
          lines: [
            { account: '610000', debit: '1.00' },
            { account: '440000', credit: '1.00' },
          ],
        },
        randomUUID(),
      );
    let isOver = false;
    void writing.then(() => (isOver = true));
    while (!isOver) {
      const closed = await Promise.all(clients.map((client) => client.post(`${year}/close`, {}, randomUUID())));
      expect(outcomes(closed)).to.deep.equal({ '200': 1, '422 fiscal_year_already_closed': 1 });
      const late = await postInvoice(clients[0], file);
      expect([late.status, late.body['code'], late.body['reason']]).to.deep.equal([
        422,
        'period_locked',
        'fiscal_year_closed',
      ]);
      const reopened = await Promise.all(clients.map((client) => client.post(`${year}/reopen`, {}, randomUUID())));
      expect(outcomes(reopened)).to.deep.equal({ '200': 1, '422 fiscal_year_not_closed': 1 });
      turns.push(...closed);
    }
    const { answers, broken } = await writing;
    expect(broken).to.have.length(0);
    expect(Object.keys(outcomes(answers)).filter((one) => one !== '201' && one !== '422 period_locked')).to.deep.equal(
      [],
    );
    expect(answers.filter(({ status }) => status === 201)).not.to.have.length(0);
    expect((await clients[1].post(`${year}/close`, {}, randomUUID())).status).to.equal(200);
    await invariantsHold(stage, { writes: clients.flatMap(({ writes }) => writes) });
    console.log(`      ${turns.length / 2} closings among ${answers.length} entries`);
  });

  const payment = (client: Client, supplierId: number, { file }: Stage): Promise<Answer> =>
    client.post(
      `${file.path}/entries`,
      {
        journal_id: file.journalId,
        entry_date: '2026-04-01',
        lines: [
          { account: '440000', debit: '206.89', third_party_id: supplierId },
          { account: '570000', credit: '206.89' },
        ],
      },
      randomUUID(),
    );
});
