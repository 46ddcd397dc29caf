import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { readConfig } from '../../configuration/config.ts';

interface ComposeService {
  readonly profiles?: readonly string[];
  readonly build?: string;
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly volumes?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, unknown>>;
}

/** The reader of YAML that mocha reads its own settings with. */
const { load } = createRequire(import.meta.url)('js-yaml') as { load: (text: string) => unknown };
const text = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8');

/** Compose puts in what `<<` refers to, below what stands beside it; not every reader of YAML does. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const { '<<': below, ...own } = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries({ ...(below as object | undefined), ...own }).map(([key, part]) => [key, merged(part)]),
  );
}

const { services, volumes, networks } = merged(load(text)) as Compose;

/** As Compose puts variables in: `${NAME:-default}` and `${NAME:?reason}`. */
const filled = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):[-?][^}]*\}/g, (_, variable: string) => `${variable.toLowerCase()}-of-mine`),
    ]),
  );
const own = Object.entries(services).filter(([, { build }]) => build !== undefined);

describe('compose.yaml', () => {
  it('starts every role of the service with settings that it takes, on one node and on three', () => {
    const roles = (isCluster: boolean): string[] =>
      own
        .filter(([, { profiles = [] }]) => profiles.includes('cluster') === isCluster)
        .map(([, { environment = {} }]) => readConfig(filled(environment)).role)
        .sort();
    expect(roles(false)).to.deep.equal(['api', 'projector', 'worker']);
    expect(roles(true)).to.deep.equal(['api', 'projector', 'worker']);
  });

  it('has three nodes with TLS that know each other, and that the service knows', () => {
    const nodes = Object.entries(services).filter(([name]) => /^node\d$/.test(name));
    expect(nodes).to.have.length(3);
    const addressOf = ({ networks: joined = {} }: ComposeService): string =>
      Object.values(joined as Record<string, { ipv4_address: string }>)[0]!.ipv4_address;
    const addresses = nodes.map(([, node]) => addressOf(node));
    expect(new Set(addresses).size).to.equal(3);
    for (const [name, node] of nodes) {
      const { environment = {}, profiles } = node;
      expect(profiles).to.deep.equal(['cluster']);
      expect(environment).to.not.have.property('EVENTSTORE_INSECURE');
      expect(environment['EVENTSTORE_CLUSTER_SIZE']).to.equal('3');
      expect(environment['EVENTSTORE_REPLICATION_IP']).to.equal(addressOf(node));
      expect(environment['EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS']).to.equal(name);
      expect(environment['EVENTSTORE_CERTIFICATE_FILE']).to.equal(`/certs/${name}/node.crt`);
      expect(environment['EVENTSTORE_GOSSIP_SEED']!.split(',').sort()).to.deep.equal(
        addresses
          .filter((address) => address !== addressOf(node))
          .map((address) => `${address}:2113`)
          .sort(),
      );
    }
    for (const [, { environment = {}, profiles, volumes: mounted = [] }] of own)
      if (profiles?.includes('cluster')) {
        const url = environment['EVENTSTORE_URL']!;
        expect(url).to.match(/node1:2113,node2:2113,node3:2113\?tls=true&tlsCAFile=\/certs\/ca\/ca\.crt/);
        expect(mounted).to.include('certificates:/certs:ro');
      } else expect(environment['EVENTSTORE_URL']).to.match(/tls=false/);
  });

  it('names nothing that is not there, and starts no cluster unless it is asked for', () => {
    for (const [name, { depends_on = {}, volumes: mounted = [], networks: joined = [], profiles }] of Object.entries(
      services,
    )) {
      const isOfCluster = /^(?:node|cluster-|certificates)/.test(name);
      expect(profiles, name).to.deep.equal(isOfCluster ? ['cluster'] : undefined);
      for (const needed of Object.keys(depends_on)) expect(services, name).to.have.property(needed);
      for (const volume of mounted) expect(volumes, name).to.have.property(volume.split(':')[0]!);
      const names = Array.isArray(joined) ? (joined as string[]) : Object.keys(joined);
      for (const network of names.filter((one) => one !== 'default')) expect(networks, name).to.have.property(network);
    }
  });
});
