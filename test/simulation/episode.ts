import { setTimeout as pause } from 'node:timers/promises';
import { EXAMPLE_PROVIDER, setScene, type Scene } from '../api/access/scene.ts';
import type { AnswerBody, List } from '../support/client.ts';
import { startDirectories } from '../support/directories.ts';
import { startMailServer } from '../support/smtp-server.ts';
import { BRIDGE_INCOMING_KEY, startServiceOn } from '../support/service.ts';
import { LICENCE_PUBLIC_KEY } from '../support/licences.ts';
import { createCluster, type Cluster, type ClusterOptions } from './cluster.ts';
import { createSender, type Sender } from './commands.ts';
import { startFaults } from './faults.ts';
import { dealKinds, kinds } from './kinds.ts';
import type { Cost, Failure, Plan, Report } from './plan.ts';
import { checkUndo } from './undo-check.ts';
import { watchWebhooks } from './webhook-check.ts';
import { startReader } from './reader.ts';
import { createPatientTransport, installForms } from './transport.ts';
import type { World } from './world/install.ts';

const CLIENTS = 10;
const MEMBERS = 2;
const UNDONE_AT_END = 4;
const MOST_UNANSWERED = 3;

export interface EpisodeOptions {
  readonly world: World;
  readonly plan: Plan;
  readonly databaseUrl: string;
  /** Errors that nobody handled. */
  readonly unhandled: readonly string[];
  readonly loadInstance: ClusterOptions['loadInstance'];
}

/** Runs one episode in the simulated world. */
export async function runEpisode({
  world,
  plan,
  databaseUrl,
  unhandled,
  loadInstance,
}: EpisodeOptions): Promise<Report> {
  installForms();
  const dataDir = process.env['SIMULATION_FOLDER']!;
  const webhooks = await watchWebhooks();
  const [mails, directories] = [await startMailServer(), await startDirectories()];
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    METRICS_ADDRESS: 'off',
    DEMO: 'off',
    REFUSALS_PER_MINUTE: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    APP_KEY: 'a key of the tests, which signs links',
    LICENCE_PUBLIC_KEY,
    BRIDGE_INCOMING_KEY,
    MAIL_DNS_SERVER: '127.0.0.1:1',
    SMTP_URL: mails.url,
    WEBHOOK_ALLOWED_HOSTS: webhooks.host,
    ...directories.environment,
    ...EXAMPLE_PROVIDER,
  };
  const cluster = createCluster(world, { size: MEMBERS, environment, loadInstance });
  for (const member of cluster.members) await cluster.start(member);
  const service = await startServiceOn(
    // Its pool is used by nobody here, and the database is dropped from outside.
    { name: '', url: databaseUrl, pool: { ended: true } as never, drop: () => Promise.resolve() },
    null,
    {
      environment: { ...environment, ROLE: 'api' },
      transport: createPatientTransport(world.createRandom('preparation')),
    },
  );
  const scene = await setScene({ service, mails });
  await webhooks.subscribe(scene);
  const sender = createSender(world, cluster, scene);
  let steps = 0;
  const reader = startReader(cluster, {
    token: scene.owner.token!,
    file: scene.file,
    random: world.createRandom('reader'),
    countSteps: () => steps,
  });
  const deck = dealKinds(world.createRandom('deck')).slice(0, plan.commands);
  const left = new Set(plan.without);
  const faults = startFaults(world, cluster, plan.withoutFaults);
  const thinking = world.createRandom('thinking');
  let next = 0;
  const work = async (): Promise<void> => {
    // A service that answers nothing any more is not asked further.
    while (next < deck.length && sender.unanswered.length < MOST_UNANSWERED) {
      const index = next;
      next += 1;
      if (left.has(index)) continue;
      faults.accompany(index);
      steps += 1;
      await sender.send(index, deck[index]!);
      steps += 1;
      await pause(thinking.isChosen(0.02) ? thinking.between(500, 4_000) : thinking.between(0, 40));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  await faults.end();
  const followed = await reader.stop();
  const atEnd: Failure[] = [];
  let declarations: Report['declarations'] = [];
  try {
    atEnd.push(...(await checkUndo(scene, world.createRandom('undo'), UNDONE_AT_END)));
    atEnd.push(...(await webhooks.check(scene)));
    declarations = await refreshDeclarations(scene);
  } catch (error) {
    atEnd.push({ check: 'the service works when the faults have ended', details: String((error as Error).stack) });
  }
  const counts: Record<string, number> = {};
  for (const { kind } of sender.history) counts[kind] = (counts[kind] ?? 0) + 1;
  return {
    kindNames: [...new Set(kinds.map(({ name }) => name))],
    kinds: counts,
    history: sender.history.toSorted((a, b) => a.index - b.index),
    faults: faults.told,
    writes: [...sender.writes, ...scene.owner.writes],
    readers: [followed],
    exactTaxes: sender.exactTaxes,
    declarations,
    failures: listFailures(sender, atEnd, { ofReader: reader.failures, unhandled, logged: cluster.errors }),
    cost: readCost(world, cluster),
  };
}

/** What broke during the episode, the most telling first. */
function listFailures(
  { unanswered, unexplained, lostUpdates }: Sender,
  atEnd: readonly Failure[],
  others: {
    readonly ofReader: readonly string[];
    readonly unhandled: readonly string[];
    readonly logged: readonly string[];
  },
): Failure[] {
  const tell = (check: string, found: readonly string[]): Failure[] => found.map((details) => ({ check, details }));
  return [
    ...tell('every command is answered', unanswered),
    ...tell('every refusal has a code', unexplained),
    ...tell('no update is lost', lostUpdates),
    ...atEnd,
    ...tell('the feed can be read', others.ofReader),
    ...tell('no unhandled error', others.unhandled),
    ...tell('no error is logged', others.logged),
  ];
}

function readCost({ scheduler, postgres }: World, { starts }: Cluster): Cost {
  const { user, system } = process.cpuUsage();
  return {
    simulatedMs: Math.round(scheduler.now),
    events: scheduler.count,
    requests: postgres.requests,
    sessions: postgres.sessions,
    starts,
    processorMs: Math.round((user + system) / 1_000),
  };
}

/** Drafts of VAT returns, computed from the entries once more. */
async function refreshDeclarations({ owner, file }: Scene): Promise<Report['declarations']> {
  const path = `${file.path}/vat-declarations`;
  const { data } = await owner.ok<List>(`${path}?status=draft&per_page=200`);
  const refreshed: Report['declarations'][number][] = [];
  for (const { id } of data) {
    const { status } = await owner.post(`${path}/${id}/refresh`);
    if (status !== 200) continue;
    const { starts_on, ends_on, boxes } = await owner.ok<AnswerBody & Report['declarations'][number]>(`${path}/${id}`);
    refreshed.push({ companyId: file.id, starts_on: starts_on.slice(0, 10), ends_on: ends_on.slice(0, 10), boxes });
  }
  return refreshed;
}
