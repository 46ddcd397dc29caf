import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';

interface Share {
  readonly code: string;
  readonly axis: string;
  readonly share: string | null;
  readonly amount: string;
}

interface Line {
  readonly id: number;
  readonly debit: string;
  readonly analytics: readonly Share[];
}

interface Entry extends AnswerBody {
  readonly version: number;
  readonly lines: readonly Line[];
}

interface Sums {
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
}

interface ReportRow extends Sums {
  readonly code: string;
  readonly level: number;
  readonly periods: readonly (Sums & { readonly from: string; readonly to: string })[];
  readonly accounts: readonly (Sums & { readonly account: { readonly id: number; readonly number: string } })[];
}

interface Report extends AnswerBody {
  readonly axis: string | null;
  readonly axes: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly unallocated: ReportRow;
  readonly totals: Sums;
  readonly lines: { readonly data: readonly (Sums & { readonly line_id: number })[]; readonly total: number } | null;
}

const DAYS = 'from=2026-01-01&to=2026-12-31';
const COSTS = `${DAYS}&account_from=6&account_to=6`;

describe('Analytic codes on lines', () => {
  const ledger = useLedger();
  const path = (rest: string) => `${ledger.file.path}/${rest}`;
  const codes = new Map<string, number>();

  async function must<Body extends AnswerBody = AnswerBody>(
    method: 'get' | 'post' | 'patch',
    rest: string,
    body?: object,
  ): Promise<Body> {
    const { client } = ledger.firm;
    const answer = method === 'get' ? await client.get<Body>(path(rest)) : await client[method]<Body>(path(rest), body);
    expect(answer.status, answer.text).to.be.below(300);
    return answer.body;
  }
  const free = (analytics: readonly object[] | undefined, entry_date = '2026-03-15', amount = '100.00') =>
    must<Entry>('post', 'entries', {
      journal_id: ledger.file.journal('OD'),
      entry_date,
      lines: [
        { account: '612400', debit: amount, ...(analytics && { analytics }) },
        { account: '570000', credit: amount },
      ],
    });
  const told = ({ analytics }: Line): string[] =>
    analytics.map(({ axis, code, share, amount }) => `${axis} ${code} ${share ?? '-'} ${amount}`);
  const report = (query: string) => must<Report>('get', `reports/analytic?${query}`);
  const inShort = ({ code, level, debit, credit }: ReportRow) => `${'.'.repeat(level)}${code} ${debit} ${credit}`;
  let first: Entry;
  let moment: string;

  before(async () => {
    for (const [axis, code, parent] of [
      ['PROJECT', 'P1'],
      ['PROJECT', 'P1-A', 'P1'],
      ['PROJECT', 'P2'],
      ['BRANCH', 'B1'],
    ] as const) {
      const parent_id = parent === undefined ? null : codes.get(parent)!;
      const { id } = await must('post', 'analytic-codes', { axis, code, label: `About ${code}`, parent_id });
      codes.set(code, id);
    }
    first = await free([
      { code: 'P1', share: '33.33' },
      { code_id: codes.get('P1-A'), share: '33.33' },
      { code: 'P2', share: '33.34' },
      { code: 'B1' },
    ]);
    await free([{ code: 'P1-A' }], '2026-04-20', '50.00');
    await free([], '2026-04-21', '7.00');
  });

  it('are shown as they were given, each with what it has of the line, now and when it is read again', async () => {
    const shown = [
      'PROJECT P1 33.33 33.33',
      'PROJECT P1-A 33.33 33.33',
      'PROJECT P2 33.34 33.34',
      'BRANCH B1 - 100.00',
    ];
    expect(first.lines.map(told)).to.deep.equal([shown, []]);
    // Warnings belong to the answer of the posting.
    const { warnings: _warnings, ...posted } = first as typeof first & { readonly warnings?: unknown };
    expect(await must('get', `entries/${first.id}`)).to.deep.equal(posted);
  });

  it('are refused on their field', async () => {
    const answer = await ledger.firm.client.post<AnswerBody>(path('entries'), {
      journal_id: ledger.file.journal('OD'),
      entry_date: '2026-03-15',
      lines: [
        { account: '612400', debit: '10.00', analytics: [{ code: 'P1', share: '50' }] },
        { account: '570000', credit: '10.00', analytics: [{ code: 'NONE' }] },
      ],
    });
    expect(answer.status).to.equal(422);
    expect(Object.keys(answer.body.errors)).to.deep.equal(['lines.0.analytics', 'lines.1.analytics.0.code']);
    expect(answer.text).to.include('50.00 % instead of 100 %');
  });

  it('make up the trial balance with what no code has: parents with what stands below them', async () => {
    const { axis, axes, rows, unallocated, totals } = await report(`axis=PROJECT&${COSTS}`);
    expect({ axis, axes }).to.deep.equal({ axis: 'PROJECT', axes: ['BRANCH', 'PROJECT'] });
    expect(rows.map(inShort)).to.deep.equal(['P1 116.66 0.00', '.P1-A 83.33 0.00', 'P2 33.34 0.00']);
    expect(rows[0]!.accounts.map(({ account, balance }) => [account.number, balance])).to.deep.equal([
      ['612400', '116.66'],
    ]);
    expect([unallocated.debit, unallocated.accounts.length, totals.debit]).to.deep.equal(['7.00', 1, '157.00']);
    const whole = await report(`axis=BRANCH&${DAYS}`);
    const trial = await must('get', `reports/trial-balance?${DAYS}&without_closing=1`);
    const { period_debit, period_credit } = trial.totals as Record<string, string>;
    expect([whole.totals.debit, whole.totals.credit]).to.deep.equal([period_debit, period_credit]);
    expect(whole.rows.map(inShort)).to.deep.equal(['B1 100.00 0.00']);
  });

  it('are told apart by period, of whole months and of some days', async () => {
    const { rows, totals } = await report(`axis=PROJECT&${COSTS}&by_period=1`);
    const periods = rows[1]!.periods.map(({ from, to, balance }) => `${from} ${to} ${balance}`);
    expect(periods).to.deep.equal(['2026-03-01 2026-03-31 33.33', '2026-04-01 2026-04-30 50.00']);
    expect(totals.balance).to.equal('157.00');
    const days = await report('axis=PROJECT&from=2026-03-10&to=2026-04-20&account_from=6&account_to=6');
    expect(days.rows.map(inShort)).to.deep.equal(['P1 116.66 0.00', '.P1-A 83.33 0.00', 'P2 33.34 0.00']);
    expect(days.unallocated.debit).to.equal('0.00');
  });

  it('lead from the report to the lines of a code and an account', async () => {
    const account = ledger.file.account('612400');
    const { rows, lines, axis } = await report(`${DAYS}&code_id=${codes.get('P1')}&account_id=${account}`);
    expect([axis, ...rows.map(({ code }) => code)]).to.deep.equal(['PROJECT', 'P1', 'P1-A']);
    expect(lines!.total).to.equal(2);
    expect(lines!.data.map(({ debit }) => debit)).to.deep.equal(['66.66', '50.00']);
    expect(lines!.data[0]!.line_id).to.equal(first.lines[0]!.id);
    for (const [query, field] of [
      ['axis=NONE', 'axis'],
      ['code_id=999999', 'code_id'],
      [`axis=BRANCH&code_id=${codes.get('P1')}`, 'code_id'],
      ['account_id=999999', 'account_id'],
    ] as const) {
      const { status, body } = await ledger.firm.client.get<AnswerBody>(path(`reports/analytic?${query}`));
      expect([status, ...Object.keys(body.errors)], query).to.deep.equal([422, field]);
    }
  });

  it('are changed after posting by an event, which the report of an earlier moment does not know', async () => {
    moment = new Date().toISOString();
    const [line] = first.lines;
    const lines = [
      {
        id: line!.id,
        analytics: [
          { code: 'P2', amount: '40.00' },
          { code: 'P1', amount: '60.00' },
        ],
      },
    ];
    const changed = await must<Entry>('patch', `entries/${first.id}`, { lines });
    expect(changed.version).to.equal(2);
    expect(told(changed.lines[0]!)).to.deep.equal(['PROJECT P2 - 40.00', 'PROJECT P1 - 60.00']);
    const now = await report(`axis=PROJECT&${COSTS}`);
    expect(now.rows.map(inShort)).to.deep.equal(['P1 110.00 0.00', '.P1-A 50.00 0.00', 'P2 40.00 0.00']);
    const known = `known_at=${encodeURIComponent(moment)}`;
    const then = await report(`axis=PROJECT&${COSTS}&${known}`);
    expect(then.rows.map(inShort)).to.deep.equal(['P1 116.66 0.00', '.P1-A 83.33 0.00', 'P2 33.34 0.00']);
    const entry = await must<Entry>('get', `entries/${first.id}?${known}`);
    expect(entry.lines.map(told)).to.deep.equal(first.lines.map(told));
    const again = await must<Entry>('patch', `entries/${first.id}`, {
      lines: changed.lines.map(({ id, analytics }) => ({ id, analytics })),
    });
    expect(again.version).to.equal(2);
  });

  it('are as they were when that is undone', async () => {
    const history = await must('get', `history?resource=entries&record_id=${first.id}`);
    const [last] = history.data as readonly { readonly operation_id: string; readonly changed: readonly string[] }[];
    expect(last!.changed).to.deep.equal(['analytics']);
    await must('post', `history/operations/${last!.operation_id}/revert`, {});
    const { lines } = await must<Entry>('get', `entries/${first.id}`);
    expect(lines.map(told)).to.deep.equal(first.lines.map(told));
  });

  it('keep their code from being deleted, and say by how many lines', async () => {
    const { status, body } = await ledger.firm.client.delete<AnswerBody>(path(`analytic-codes/${codes.get('B1')}`));
    expect([status, body.code]).to.deep.equal([422, 'in_use']);
    expect(body.used_by).to.deep.equal([{ resource: 'entries', count: 1 }]);
  });

  it('follow the defaults of third party, account and journal, and the axes that accounts require', async () => {
    const account = await must('patch', `accounts/${ledger.file.account('613200')}`, { analytics: [{ code: 'P2' }] });
    expect(account.analytics).to.deep.equal([{ code_id: codes.get('P2'), share: '100.00' }]);
    const lines = (analytics?: readonly object[]) => [
      { account: '613200', debit: '20.00', ...(analytics && { analytics }) },
      { account: '570000', credit: '20.00' },
    ];
    const body = { journal_id: ledger.file.journal('OD'), entry_date: '2026-05-02' };
    const preview = await must('post', 'entries/preview', { kind: 'free', ...body, lines: lines() });
    expect((preview.lines as readonly Line[]).map(told)).to.deep.equal([['PROJECT P2 100.00 20.00'], []]);
    const required = [{ axis: 'BRANCH', account_prefix: '61' }];
    await must('patch', 'settings', { analytics: { required } });
    const batch = {
      entries: [
        { ...body, lines: lines() },
        { ...body, lines: lines([{ code: 'B1' }]) },
      ],
    };
    const refused = await ledger.firm.client.post<AnswerBody>(path('entries/batch'), batch);
    expect([refused.status, ...Object.keys(refused.body.errors)]).to.deep.equal([422, 'entries.0.lines.0.analytics']);
    const missing = async () => {
      const check = await must('get', `fiscal-years/${ledger.file.fiscalYearId}/closing-check`);
      return (check.checks as readonly AnswerBody[]).find((finding) => finding.code === 'analytics_missing');
    };
    const labels = ((await missing())!.links as { label: string }[]).map(({ label }) => label);
    expect(
      labels.every((label) => /^61\d+ \(BRANCH\)$/.test(label)),
      labels.join(),
    ).to.equal(true);
    await must('patch', 'settings', { analytics: { required: [{ axis: 'BRANCH', account_prefix: '69' }] } });
    expect(await missing()).to.equal(undefined);
    await must('patch', 'settings', { analytics: { required: [] } });
  });

  for (const format of ['PDF', 'XLSX', 'CSV'])
    it(`are a report in ${format}, with the fingerprint of its data`, async () => {
      const rest = `reports/analytic?axis=PROJECT&${COSTS}&by_period=1&format=`;
      const json = await ledger.firm.client.get(path(`${rest}JSON`));
      const file = await ledger.firm.client.get(path(`${rest}${format}`));
      expect(file.status).to.equal(200);
      expect(file.headers.get('X-Export-Fingerprint')).to.equal(json.headers.get('X-Export-Fingerprint'));
    });
});
