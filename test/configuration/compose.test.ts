import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { readConfig, type Config } from '../../configuration/config.ts';
import { Environment } from '../../configuration/environment.ts';
import { parseDockerfile } from '../support/dockerfile.ts';

interface ComposeService {
  readonly build?: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly restart?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

const readText = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const readCompose = (name: string): Compose => parse(readText(name), { merge: true }) as Compose;
const listNetworks = ({ networks = [] }: ComposeService): readonly string[] =>
  Array.isArray(networks) ? (networks as string[]) : Object.keys(networks);

/** As `docker compose -f … -f …` does for the members that these files use. */
function combine(first: Compose, second: Compose): Compose {
  const services = { ...first.services };
  for (const [name, more] of Object.entries(second.services)) {
    const known = services[name];
    services[name] =
      known === undefined
        ? more
        : {
            ...known,
            environment: { ...known.environment, ...more.environment },
            depends_on: { ...known.depends_on, ...more.depends_on },
            networks: [...listNetworks(known), ...listNetworks(more)],
            volumes: [...(known.volumes ?? []), ...(more.volumes ?? [])],
          };
  }
  return {
    services,
    volumes: { ...first.volumes, ...second.volumes },
    networks: { ...first.networks, ...second.networks },
  };
}

/** As Compose puts variables in: `${NAME:-default}`, and `${NAME:?reason}` for those that must be set. */
const fillVariables = (value: string): string =>
  value
    .replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => `${name.toLowerCase()}-with-thirty-two-letters-and-more`)
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1');

const readServiceConfig = ({ environment = {} }: ComposeService): Config =>
  readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillVariables(value)])));

const plain = readCompose('compose.yaml');
const cluster = combine(plain, readCompose('compose.eventstoredb.yaml'));
const listOwn = ({ services }: Compose): [string, ComposeService][] =>
  Object.entries(services).filter(([, { build }]) => build !== undefined);
const instructions = parseDockerfile(readText('Dockerfile')).at(-1)!.instructions;
const findInstruction = (name: string) => instructions.find((instruction) => instruction.name === name)!;

for (const [title, compose] of [
  ['compose.yaml', plain],
  ['compose.yaml with compose.eventstoredb.yaml', cluster],
] as const) {
  const { services, volumes, networks } = compose;
  const own = listOwn(compose);
  const processes = own.filter(([name]) => name !== 'migrate');

  describe(title, () => {
    it('starts every role with settings that the service knows, after one process has made the schema', () => {
      for (const [name, { environment = {} }] of own)
        expect(
          Object.keys(environment).filter((variable) => !Object.hasOwn(Environment.shape, variable)),
          name,
        ).to.deep.equal([]);
      const configs = processes.map(([, service]) => readServiceConfig(service));
      expect(configs.map(({ role }) => role).sort()).to.deep.equal(['api', 'projector', 'worker']);
      for (const config of configs)
        expect([config.demo, config.migratesSchema, config.databaseUrl !== null]).to.deep.equal([false, false, true]);
      expect(services['migrate']!.command).to.deep.equal(['grandlivre', 'migrate']);
      for (const [, { depends_on = {}, command }] of processes) {
        expect(depends_on['migrate']!.condition).to.equal('service_completed_successfully');
        expect(command).to.deep.equal(findInstruction('CMD').words);
      }
    });

    it('gives all processes one database, one key and one place for files, which is the volume of the image', () => {
      for (const member of ['DATABASE_URL', 'APP_KEY', 'S3_BUCKET'])
        expect(new Set(own.map(([, { environment }]) => environment![member])).size, member).to.equal(1);
      const place = findInstruction('VOLUME').text;
      for (const [name, { volumes: mounted = [] }] of own) expect(mounted, name).to.include(`files:${place}`);
      for (const variable of ['APP_KEY', 'POSTGRES_PASSWORD'])
        for (const name of ['compose.yaml', 'compose.eventstoredb.yaml'])
          expect(readText(name)).to.not.match(new RegExp(`\\$\\{?${variable}(?::-|-|\\})`));
      expect(readText('compose.yaml')).to.match(/\$\{APP_KEY:\?set APP_KEY .*for example/);
    });

    it('keeps processes running, as they were built to run', () => {
      for (const [name, service] of own) {
        expect([service.init, service.read_only, service.tmpfs], name).to.deep.equal([true, true, ['/tmp']]);
        expect(service.restart, name).to.equal(name === 'migrate' ? 'on-failure' : 'unless-stopped');
      }
      for (const [name, { healthcheck }] of processes)
        expect(healthcheck!.test!.slice(1), name).to.deep.equal(['node', 'bin/healthcheck.mjs', 'readyz']);
    });

    it('publishes the API alone; metrics are reached from an internal network', () => {
      const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
        ports.map((port) => `${name} ${port}`),
      );
      expect(published).to.deep.equal(['api 127.0.0.1:8080:8080']);
      expect(networks['metrics']).to.deep.equal({ internal: true });
      for (const [name, service] of processes) {
        expect(listNetworks(service), name).to.include('metrics');
        expect(readServiceConfig(service).metricsAddress!.port, name).to.equal(9464);
        expect(findInstruction('EXPOSE').words).to.include('9464');
      }
      for (const [name, service] of Object.entries(services))
        if (!processes.some(([own]) => own === name)) expect(listNetworks(service), name).to.not.include('metrics');
    });

    it('names nothing that does not exist, and waits for what can be waited for', () => {
      for (const [name, service] of Object.entries(services)) {
        for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
          const other = services[needed];
          expect(other, `${name} needs ${needed}`).to.not.equal(undefined);
          if (condition === 'service_healthy') expect(other!.healthcheck?.test, needed).to.not.equal(undefined);
          else expect(other!.restart ?? 'no', needed).to.be.oneOf(['no', 'on-failure']);
        }
        for (const volume of service.volumes ?? []) expect(volumes, name).to.have.property(volume.split(':')[0]!);
        for (const network of listNetworks(service)) expect(networks, name).to.have.property(network);
      }
    });
  });
}

describe('compose.eventstoredb.yaml', () => {
  const nodes = Object.entries(cluster.services).filter(([name]) => /^node\d$/.test(name));
  const getAddress = ({ networks = {} }: ComposeService): string =>
    Object.values(networks as Record<string, { ipv4_address: string }>)[0]!.ipv4_address;

  it('has three nodes with TLS that know each other', () => {
    const addresses = nodes.map(([, node]) => getAddress(node));
    expect(new Set(addresses).size).to.equal(3);
    for (const [name, node] of nodes) {
      const { environment = {} } = node;
      expect(environment).to.not.have.property('EVENTSTORE_INSECURE');
      expect(environment['EVENTSTORE_CLUSTER_SIZE']).to.equal('3');
      expect(environment['EVENTSTORE_REPLICATION_IP']).to.equal(getAddress(node));
      expect(environment['EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS']).to.equal(name);
      expect(environment['EVENTSTORE_CERTIFICATE_FILE']).to.equal(`/certs/${name}/node.crt`);
      expect(environment['EVENTSTORE_GOSSIP_SEED']!.split(',').sort()).to.deep.equal(
        addresses
          .filter((address) => address !== getAddress(node))
          .map((address) => `${address}:2113`)
          .sort(),
      );
    }
  });

  it('is where every process has its log, with the certificate of its authority', () => {
    for (const [name, service] of listOwn(cluster).filter(([own]) => own !== 'migrate')) {
      const { eventStoreUrl } = readServiceConfig(service);
      expect(eventStoreUrl, name).to.match(/node1:2113,node2:2113,node3:2113\?tls=true&tlsCAFile=\/certs\/ca\/ca\.crt/);
      expect(service.volumes).to.include('certificates:/certs:ro');
      expect(listNetworks(service)).to.include('cluster');
      for (const [node] of nodes) expect(service.depends_on).to.have.property(node);
    }
    for (const [name, service] of listOwn(plain)) expect(readServiceConfig(service).eventStoreUrl, name).to.equal(null);
  });
});
