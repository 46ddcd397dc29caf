import { expect } from 'chai';
import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import { canTakeKnownAt } from '../../../api/http/routing/known-at.ts';
import { routes } from '../../../api/routes.ts';
import { toBookDate } from '../../../domain/dates.ts';
import { readTables } from '../../../projections/engine/tables.ts';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { isLongRun } from '../../support/long.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

const RUNS = Number(process.env['PROPERTY_WALKS'] ?? 1);
const STEPS = isLongRun ? 9 : 6;
const AT_ONCE = 8;

const KINDS = [
  ...['create', 'rename', 'trash', 'restore', 'merge', 'unmerge', 'account', 'journal', 'rule', 'settings', 'company'],
  ...[
    'post',
    'post',
    'invoice',
    'amend',
    'reverse',
    'letter',
    'unletter',
    'lock',
    'unlock',
    'attach',
    'detach',
    'year',
  ],
] as const;
type Kind = (typeof KINDS)[number];

/** A step is a kind of change and a number that chooses what it is done to. */
const step = fc.record({ kind: fc.constantFrom(...KINDS), choice: fc.nat(1_000) });

/** What was read at a moment. */
interface Seen {
  readonly moment: string;
  readonly answers: ReadonlyMap<string, string>;
}

describe('Reading a company file as it was known', function () {
  this.timeout(240_000);
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  before(async () => {
    firm = await service.newFirm();
  });

  /** The moment of the last change; nothing else is recorded in the same millisecond. */
  async function momentOf(file: TestCompany): Promise<string> {
    const { metadata } = (await service.events(file.id)).at(-1)!;
    while (Date.now() <= Date.parse(metadata.recorded_at!)) await pause(1);
    return metadata.recorded_at!;
  }

  it('shows what was shown then, after any changes', async () => {
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        const file = await service.newCompany(firm.client);
        const scene = sceneOf(firm.client, file);
        await scene.prepare();
        const seen: Seen[] = [];
        for (const { kind, choice } of steps) {
          if (!(await scene.take(kind, choice))) continue;
          done.set(kind, (done.get(kind) ?? 0) + 1);
          seen.push({ moment: await momentOf(file), answers: await readAll(file, scene, null) });
        }
        for (const { moment, answers } of seen) {
          const again = await readAll(file, scene, moment, [...answers.keys()]);
          for (const [path, text] of answers) expect(again.get(path), `${path} at ${moment}`).to.equal(text);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(done.size).to.be.greaterThan(2);
  });

  /** Status, tag and body by path. Links expire, and trial balances tell the moment that was asked for. */
  async function readAll(
    file: TestCompany,
    scene: Scene,
    moment: string | null,
    paths: readonly string[] = scene.paths(),
  ): Promise<Map<string, string>> {
    const read = async (path: string): Promise<string> => {
      const sign = path.includes('?') ? '&' : '?';
      const asked = `${file.path}${path}${moment === null ? '' : `${sign}known_at=${moment}`}`;
      const { status, headers, text } = await firm.client.get(asked);
      expect(status, `${asked}: ${text}`).to.be.oneOf([200, 404]);
      const tag = path.includes('trial-balance') || path.includes('attachments') ? '' : headers.get('etag');
      const steady = text
        .replace(/"([a-z_]*url)":"[^"]*[?&]expires=[^"]*"/g, '"$1":""')
        .replace(/"known_at":"[^"]*"/, '"known_at":null');
      return `${status} ${tag} ${steady}`;
    };
    const answers = new Map<string, string>();
    for (let start = 0; start < paths.length; start += AT_ONCE) {
      const some = paths.slice(start, start + AT_ONCE);
      (await Promise.all(some.map(read))).forEach((text, index) => answers.set(some[index]!, text));
    }
    return answers;
  }

  it('shows lines as they were settled, in part, in full or no longer, disputed or not', async () => {
    const file = await service.newCompany(firm.client);
    const send = async (method: 'post' | 'patch' | 'delete', path: string, body: object = {}): Promise<AnswerBody> => {
      const answer =
        method === 'delete'
          ? await firm.client.delete(`${file.path}${path}`)
          : await firm.client[method](`${file.path}${path}`, body);
      expect(answer.status, answer.text).to.be.oneOf([200, 201, 204]);
      return answer.body;
    };
    const party = await send('post', '/third-parties', { type: 'customer', name: 'Alice' });
    const posted = async (side: 'debit' | 'credit', amount: string): Promise<{ entry: number; line: number }> => {
      const lines = [
        { account: '400000', [side]: amount, third_party_id: party.id },
        { account: '550000', [side === 'debit' ? 'credit' : 'debit']: amount },
      ];
      const { id, lines: made } = (await send('post', '/entries', {
        journal_id: file.journal('OD'),
        entry_date: '2026-02-10',
        label: amount,
        lines,
      })) as AnswerBody & { lines: { id: number }[] };
      return { entry: id, line: made[0]!.id };
    };
    const seen: Seen[] = [];
    const scene = sceneOf(firm.client, file);
    const invoice = await posted('debit', '100.00');
    const other = await posted('debit', '30.00');
    const paths = [
      ...['/open-items?as_of=2026-12-31', '/open-items?as_of=2026-02-10&type=customer', '/lettering'],
      ...[
        `/third-parties/${party.id}/open-items?as_of=2026-12-31`,
        `/third-parties/${party.id}/statement?to=2026-12-31`,
      ],
      ...['/reports/general-ledger', `/accounts/${file.account('400000')}/ledger`],
      ...['/reports/aged-balance?type=customer&as_of=2026-12-31'],
      ...[`/entries/${invoice.entry}`, `/entries/${other.entry}`],
    ];
    const look = async (): Promise<void> => {
      seen.push({ moment: await momentOf(file), answers: await readAll(file, scene, null, paths) });
    };
    const letter = async (one: { line: number }, payment: { line: number }, partial: boolean) => {
      const made = await send('post', '/lettering', { line_ids: [one.line, payment.line], partial });
      await look();
      return made.id;
    };
    const dispute = async (is_disputed: boolean, dispute_reason: string | null) => {
      await send('patch', `/entries/${invoice.entry}`, { lines: [{ id: invoice.line, is_disputed, dispute_reason }] });
      await look();
    };
    await look();
    const part = await letter(invoice, await posted('credit', '40.00'), true);
    await dispute(true, 'Too late');
    await letter(invoice, await posted('credit', '60.00'), false);
    const whole = await letter(other, await posted('credit', '30.00'), false);
    await dispute(true, null);
    for (const id of [part, whole]) {
      await send('delete', `/lettering/${id}`);
      await look();
    }
    await dispute(false, null);
    await letter(other, await posted('credit', '30.00'), false);
    expect(new Set(seen.map(({ answers }) => answers.get('/open-items?as_of=2026-12-31'))).size).to.be.greaterThan(5);
    for (const { moment, answers } of seen) {
      const again = await readAll(file, scene, moment, paths);
      for (const [path, text] of answers) expect(again.get(path), `${path} at ${moment}`).to.equal(text);
    }
  });

  describe('asked for', () => {
    let file: TestCompany;
    let moment: string;
    let customer: AnswerBody;
    let entry: AnswerBody;
    before(async () => {
      file = await service.newCompany(firm.client);
      ({ body: customer } = await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'Avant' }));
      ({ body: entry } = await firm.client.post(`${file.path}/entries`, {
        journal_id: file.journal('OD'),
        entry_date: '2026-03-15',
        label: 'Avant',
        lines: [
          { account: '610000', debit: '10.00', credit: '0.00' },
          { account: '550000', debit: '0.00', credit: '10.00' },
        ],
      }));
      moment = await momentOf(file);
      await firm.client.patch(`${file.path}/third-parties/${customer.id}`, { name: 'Après' });
      await firm.client.patch(`${file.path}/entries/${entry.id}`, { label: 'Après' });
      await firm.client.patch(`${file.path}/settings`, { legal: { rpm_district: 'Liège' } });
    });
    const at = async (path: string, known = moment, client = firm.client) =>
      client.get<AnswerBody>(`${file.path}${path}${path.includes('?') ? '&' : '?'}known_at=${known}`);

    it('a record, an entry and a setting are as they were, with their version of then', async () => {
      const then = await at(`/third-parties/${customer.id}`);
      expect(then.body).to.include({ name: 'Avant', version: 1 });
      expect(then.headers.get('etag')).to.equal('"v1"');
      expect((await at(`/entries/${entry.id}`)).body).to.include({ label: 'Avant', version: 1 });
      expect(JSON.stringify((await at('/settings')).body)).to.not.include('Liège');
      const [found, none] = [await at('/third-parties?q=avant'), await at('/third-parties?q=apres')];
      expect(found.body).to.have.lengthOf(1);
      expect(none.body).to.have.lengthOf(0);
      await firm.client.expect(304).get(`${file.path}/third-parties/${customer.id}?known_at=${moment}`, {
        'If-None-Match': '"v1"',
      });
    });

    it('what was read cannot be changed as if nothing had happened since', async () => {
      await firm.client
        .refused(409)
        .patch(
          `${file.path}/third-parties/${customer.id}`,
          { name: 'Autre' },
          { 'If-Match': (await at(`/third-parties/${customer.id}`)).headers.get('etag')! },
        );
    });

    it('a day means its end where the books are kept', async () => {
      const today = toBookDate(new Date());
      expect((await at(`/third-parties/${customer.id}`, today)).body).to.include({ name: 'Après' });
    });

    it('before the file was opened there is nothing', async () => {
      const long = '2001-01-01';
      expect((await at('/third-parties', long)).body).to.deep.equal([]);
      expect((await at('/entries', long)).body).to.include({ total: 0 });
      for (const path of ['', '/settings', `/third-parties/${customer.id}`, `/entries/${entry.id}`])
        expect((await at(path, long)).status, path).to.equal(404);
      // Nor is there a year to report on.
      await expectStatus(at('/reports/trial-balance', long), 422);
    });

    it('what was moved to the recycle bin since is there, and what came back since is not', async () => {
      const { body: other } = await firm.client.post(`${file.path}/third-parties`, {
        type: 'customer',
        name: 'Va et vient',
      });
      const there = await momentOf(file);
      await firm.client.delete(`${file.path}/third-parties/${other.id}`);
      const gone = await momentOf(file);
      await firm.client.post(`${file.path}/trash/third-parties/${other.id}/restore`);
      const path = `/third-parties/${other.id}`;
      expect([(await at(path, there)).status, (await at(path, gone)).status]).to.deep.equal([200, 404]);
      await firm.client.ok(`${file.path}${path}`);
    });

    it('what was removed for good is gone from every moment', async () => {
      const { body: other } = await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'Oubli' });
      const there = await momentOf(file);
      await firm.client.delete(`${file.path}/third-parties/${other.id}`);
      await firm.client.delete(`${file.path}/trash/third-parties/${other.id}`);
      await expectStatus(at(`/third-parties/${other.id}`, there), 404);
      expect((await at('/third-parties?q=oubli', there)).body).to.deep.equal([]);
    });

    it('a moment that cannot be understood, or that is still to come, is refused in the language of the reader', async () => {
      const answers: unknown[] = [];
      for (const locale of ['fr', 'nl', 'en', 'de'] as const) {
        const { client } = await service.newMember(firm, 'reviewer', { locale, allCompanies: true });
        for (const known of ['yesterday', '2999-01-01']) {
          const body = await expectStatus(at('/entries', known, client), 422);
          answers.push((body.errors as Record<string, string[]>).known_at![0]);
        }
      }
      expect(answers).to.deep.equal([
        'Le champ « état connu au » doit être un horodatage ISO 8601 ou une date (AAAA-MM-JJ).',
        'Le champ « état connu au » ne peut être dans le futur.',
        'Het veld “bekend op” moet een tijdstip volgens ISO 8601 of een datum (JJJJ-MM-DD) zijn.',
        'Het veld “bekend op” mag niet in de toekomst liggen.',
        'The “known at” field must be an ISO 8601 timestamp or a date (YYYY-MM-DD).',
        'The “known at” field must not be in the future.',
        'Das Feld „bekannt am“ muss ein Zeitstempel nach ISO 8601 oder ein Datum (JJJJ-MM-TT) sein.',
        'Das Feld „bekannt am“ darf nicht in der Zukunft liegen.',
      ]);
    });

    it('is refused where only what is now is shown', async () => {
      await expectStatus(at('/members'), 422);
    });
  });

  it('is offered by every read of a company file that does not say why it is not', () => {
    const others = routes
      .filter(
        ({ method, path, ability }) =>
          method === 'get' && ability === 'read' && path.startsWith('/v1/companies/{company}'),
      )
      .filter((route) => !canTakeKnownAt(route));
    expect(
      others.map(({ path, showsNow }) => [path.replace('/v1/companies/{company}', ''), typeof showsNow]),
    ).to.deep.equal(others.map(({ path }) => [path.replace('/v1/companies/{company}', ''), 'string']));
    expect(others.length).to.be.below(routes.length / 10);
  });

  it('is possible of every table of company files', () => {
    /** Those of a firm and its people, and what is kept of earlier rows itself. */
    const outside = ['earlier_rows', 'company_registrations'];
    const silent = readTables.filter(
      ({ name, columns, past }) => 'company_id' in columns && past === undefined && !outside.includes(name),
    );
    expect(silent.map(({ name }) => name)).to.deep.equal([]);
    for (const { name, key, columns, past } of readTables) {
      if (past !== 'kept' && !(past && 'changing' in past)) continue;
      expect([name, key.join(), 'created_at' in columns]).to.deep.equal([name, 'id', true]);
      if (past !== 'kept') expect(Object.keys(columns), name).to.include.members([...past.changing, 'updated_at']);
    }
  });
});

interface Scene {
  prepare(): Promise<void>;
  /** Whether it was done. */
  take(kind: Kind, choice: number): Promise<boolean>;
  paths(): readonly string[];
}

/** A company file in which anything may happen. */
function sceneOf(client: Client, file: TestCompany): Scene {
  const parties: number[] = [];
  const entries: number[] = [];
  const pick = (ids: readonly number[], choice: number): number => ids[choice % ids.length] ?? 0;
  const post = async (path: string, body: unknown = {}) => client.post<AnswerBody>(`${file.path}${path}`, body);
  const patch = async (path: string, body: unknown) => (await client.patch(`${file.path}${path}`, body)).status < 300;

  async function party(type: string, name: string): Promise<boolean> {
    const { status, body } = await post('/third-parties', { type, name });
    if (status === 201) parties.push(body.id);
    return status === 201;
  }
  async function entry(choice: number, side: 'debit' | 'credit'): Promise<boolean> {
    const amount = `${10 + (choice % 3)}.00`;
    const other = side === 'debit' ? 'credit' : 'debit';
    const { status, body } = await post('/entries', {
      journal_id: file.journal('OD'),
      entry_date: `2026-0${1 + (choice % 3)}-10`,
      label: `Opération ${choice}`,
      lines: [
        { account: '400000', [side]: amount, [other]: '0.00', third_party_id: pick(parties, 0) },
        { account: '550000', [side]: '0.00', [other]: amount },
      ],
    });
    if (status === 201) entries.push(body.id);
    return status === 201;
  }
  const year = `/fiscal-years/${file.fiscalYearId}`;
  const periods = async () => (await client.get<AnswerBody>(`${file.path}${year}`)).body.periods as { id: number }[];
  const filesOf = async (id: number) => (await client.get<AnswerBody[]>(`${file.path}/entries/${id}/attachments`)).body;

  const kinds: Readonly<Record<Kind, (choice: number) => Promise<boolean>>> = {
    create: (choice) => party(choice % 2 === 0 ? 'customer' : 'supplier', `Tiers ${choice}`),
    rename: (choice) => patch(`/third-parties/${pick(parties, choice)}`, { name: `Renommé ${choice}`, city: 'Mons' }),
    trash: async (choice) => (await client.delete(`${file.path}/third-parties/${pick(parties, choice)}`)).status < 300,
    restore: async (choice) => (await post(`/trash/third-parties/${pick(parties, choice)}/restore`)).status < 300,
    merge: async (choice) =>
      (await post(`/third-parties/${pick(parties, choice)}/merge`, { into: pick(parties, choice + 1) })).status < 300,
    unmerge: async (choice) => (await post(`/trash/third-parties/${pick(parties, choice)}/restore`)).status < 300,
    account: (choice) => patch(`/accounts/${file.account('610000')}`, { label: `Loyers ${choice}` }),
    journal: (choice) => patch(`/journals/${file.journal('OD')}`, { label: `Journal ${choice}` }),
    rule: async (choice) =>
      (
        await post(`/journals/${file.journal('ACH')}/rules`, {
          label: `Règle ${choice}`,
          account_id: file.account('610000'),
        })
      ).status < 300,
    settings: (choice) => patch('/settings', { legal: { rpm_district: `Ville ${choice}` } }),
    company: (choice) => patch('', { name: `Société ${choice}` }),
    post: (choice) => entry(choice, choice % 2 === 0 ? 'debit' : 'credit'),
    async invoice(choice) {
      const { status, body } = await post('/entries/invoice', {
        journal_id: file.journal('VEN'),
        third_party_id: pick(parties, 0),
        entry_date: '2026-02-20',
        reference: `F-${choice}`,
        lines: [{ account: '700000', amount: '100.00', vat_code: 'S-G-21' }],
      });
      if (status === 201) entries.push(body.id);
      return status === 201;
    },
    amend: (choice) => patch(`/entries/${pick(entries, choice)}`, { label: `Corrigé ${choice}` }),
    async reverse(choice) {
      const { status, body } = await post(`/entries/${pick(entries, choice)}/reverse`);
      if (status === 201) entries.push((body.reversal as AnswerBody).id);
      return status === 201;
    },
    async letter() {
      await entry(0, 'debit');
      await entry(0, 'credit');
      const { body } = await client.get<AnswerBody>(`${file.path}/open-items?as_of=2026-12-31`);
      const items = body.data as { id: number; amount?: string; debit: string; credit: string }[];
      const [debit, credit] = [items.find((one) => one.debit === '10.00'), items.find((one) => one.credit === '10.00')];
      if (!debit || !credit) return true;
      await post('/lettering', { line_ids: [debit.id, credit.id] });
      return true;
    },
    async unletter() {
      const { body } = await client.get<AnswerBody>(`${file.path}/lettering`);
      const [first] = body.data as { id: number }[];
      return first !== undefined && (await client.delete(`${file.path}/lettering/${first.id}`)).status < 300;
    },
    lock: async (choice) =>
      (
        await post(
          `${year}/periods/${pick(
            (await periods()).map(({ id }) => id),
            6 + (choice % 6),
          )}/lock`,
        )
      ).status < 300,
    unlock: async (choice) =>
      (
        await post(
          `${year}/periods/${pick(
            (await periods()).map(({ id }) => id),
            6 + (choice % 6),
          )}/unlock`,
        )
      ).status < 300,
    async attach(choice) {
      const form = new FormData();
      form.append('files[]', new Blob(['%PDF-1.4 test'], { type: 'application/pdf' }), `piece-${choice}.pdf`);
      return (await post(`/entries/${pick(entries, choice)}/attachments`, form)).status < 300;
    },
    async detach(choice) {
      const id = pick(entries, choice);
      const [first] = await filesOf(id);
      return (
        first !== undefined && (await client.delete(`${file.path}/entries/${id}/attachments/${first.id}`)).status < 300
      );
    },
    year: async (choice) =>
      choice % 2 === 0
        ? (await post('/fiscal-years', { starts_on: '2027-01-01', ends_on: '2027-12-31' })).status < 300
        : patch(year, { code: `Y${choice}` }),
  };

  return {
    async prepare() {
      for (const name of ['Alice', 'Bruno', 'Chloé']) await party('customer', name);
      await entry(1, 'debit');
      await entry(2, 'credit');
    },
    take: (kind, choice) => kinds[kind](choice),
    paths: () => [
      ...['', '/settings', '/dashboard', '/fiscal-years', year, '/journals', `/journals/${file.journal('OD')}`],
      ...[`/journals/${file.journal('ACH')}/rules`, '/vat-codes?limit=3', '/accounts?q=610000', '/accounts?q=loyers'],
      ...['/accounts', '/third-parties', '/third-parties?sort=-name&limit=2', '/third-parties?q=tiers'],
      ...[
        '/third-parties?type=customer',
        ...parties.flatMap((id) => [`/third-parties/${id}`, `/third-parties/${id}/ledger`]),
      ],
      ...parties
        .slice(0, 2)
        .flatMap((id) => [
          `/third-parties/${id}/open-items?as_of=2026-12-31`,
          `/third-parties/${id}/statement?to=2026-12-31`,
        ]),
      ...[
        '/entries',
        '/entries?per_page=2&page=2',
        '/entries?sort=total_debit',
        '/entries?status=reversed',
        '/entries?status=posted',
      ],
      ...[
        `/entries?account_id=${file.account('550000')}`,
        `/entries?third_party_id=${parties[0]}`,
        '/entries?q=corrige',
      ],
      ...['/entries?q=10,00', '/entries?from=2026-02-01&to=2026-02-28', `/entries?journal_id=${file.journal('OD')}`],
      ...entries.flatMap((id) => [`/entries/${id}`, `/entries/${id}/attachments`]),
      ...['/lettering', '/open-items?as_of=2026-12-31', '/open-items?as_of=2026-02-15&type=customer'],
      ...[`/accounts/${file.account('400000')}/ledger`, `/accounts/${file.account('400000')}/balance`],
      ...['/reports/trial-balance', '/reports/trial-balance?from=2026-01-05&to=2026-02-15', '/reports/general-ledger'],
      ...[
        '/reports/journals',
        '/reports/third-party-balance?type=customer',
        '/reports/aged-balance?type=customer&as_of=2026-12-31',
      ],
    ],
  };
}
