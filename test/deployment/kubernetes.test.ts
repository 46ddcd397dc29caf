import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readConfig, type Config } from '../../configuration/config.ts';
import { Environment } from '../../configuration/environment.ts';
import { PROBES } from '../../api/http/server/probes.ts';
import { parseDockerfile } from '../support/dockerfile.ts';
import { AnyManifest } from '../support/kubernetes-schemas.ts';
import { renderKustomization, type Manifest } from '../support/kustomize.ts';

const folder = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url));
const rendered = renderKustomization(`${folder}example`);
const inBucket = renderKustomization(`${folder}components/s3`, rendered);
const image = parseDockerfile(readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')).at(-1)!;
const findInstruction = (name: string): string => image.instructions.find((one) => one.name === name)!.text;

type Kind<K extends AnyManifest['kind']> = Extract<AnyManifest, { kind: K }>;

/** Checks every manifest against its schema first. */
function select<K extends AnyManifest['kind']>(manifests: readonly Manifest[], kind: K): readonly Kind<K>[] {
  return manifests
    .map((manifest) => AnyManifest.parse(manifest))
    .filter((manifest): manifest is Kind<K> => manifest.kind === kind);
}

const [{ data }, { stringData }] = [select(rendered, 'ConfigMap')[0]!, select(rendered, 'Secret')[0]!];
const pods = [...select(rendered, 'Deployment'), ...select(rendered, 'Job')].map(({ metadata, spec }) => ({
  name: metadata.name,
  labels: spec.template.metadata.labels,
  ...spec.template.spec,
  container: spec.template.spec.containers[0]!,
}));
const readPodConfig = ({ container: { env = [] } }: (typeof pods)[number]): Config =>
  readConfig({ ...data, ...stringData, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) });

const matches = (labels: Readonly<Record<string, string>>, asked: Readonly<Record<string, string>>): boolean =>
  Object.entries(asked).every(([label, value]) => labels[label] === value);

describe('the manifests for Kubernetes', () => {
  it('are valid, each one once, in one namespace', () => {
    for (const manifest of [...rendered, ...inBucket]) {
      const { success, error } = AnyManifest.safeParse(manifest);
      expect(success, `${manifest.kind} ${manifest.metadata.name}: ${error?.message}`).to.equal(true);
      expect(manifest.metadata.namespace).to.equal('grandlivre');
    }
    const names = rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('refuse what the schemas do not know', () => {
    const [deployment] = rendered.filter(({ kind }) => kind === 'Deployment');
    const misspelt = { ...deployment, spec: { ...(deployment!['spec'] as object), replica: 3 } };
    expect(AnyManifest.safeParse(misspelt).success).to.equal(false);
  });

  it('have a deployment for each role, and one job that makes the schema for which they wait', () => {
    const configs = pods.map((pod) => [pod.name, readPodConfig(pod)] as const);
    expect(configs.map(([name, { role }]) => [name, role])).to.deep.equal([
      ['grandlivre-projector', 'projector'],
      ['grandlivre-worker', 'worker'],
      ['grandlivre-api', 'api'],
      ['grandlivre-migrate', 'all'],
    ]);
    for (const [, config] of configs) expect([config.migratesSchema, config.demo]).to.deep.equal([false, false]);
    expect(select(rendered, 'Job').map(({ spec }) => spec.template.spec.containers[0]!.command)).to.deep.equal([
      ['grandlivre', 'migrate'],
    ]);
    const given = [...Object.keys(data), ...Object.keys(stringData)];
    const named = pods.flatMap(({ container }) => (container.env ?? []).map(({ name }) => name));
    expect([...given, ...named].filter((name) => !Object.hasOwn(Environment.shape, name))).to.deep.equal([]);
    expect(Object.keys(data).filter((name) => /KEY|SECRET|PASSWORD|DATABASE/.test(name))).to.deep.equal([]);
  });

  it('run the image as it is built: its user, its volume, its ports, one version', () => {
    expect(new Set(pods.map(({ container }) => container.image)).size).to.equal(1);
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      readonly version: string;
    };
    expect(pods[0]!.container.image).to.match(new RegExp(`:${version.replaceAll('.', '\\.')}$`));
    const exposed = findInstruction('EXPOSE').split(' ').map(Number);
    for (const { name, securityContext, container, volumes } of pods) {
      expect(`${securityContext.runAsUser}:${securityContext.runAsGroup}`, name).to.equal(findInstruction('USER'));
      expect(container.ports?.filter(({ containerPort }) => !exposed.includes(containerPort)) ?? []).to.deep.equal([]);
      const mounted = container.volumeMounts.map(({ mountPath }) => mountPath);
      expect(mounted, name).to.include('/tmp');
      if (name !== 'grandlivre-migrate') expect(mounted, name).to.include(findInstruction('VOLUME'));
      expect(container.volumeMounts.map((mount) => mount.name).sort()).to.deep.equal(
        volumes.map((volume) => volume.name).sort(),
      );
    }
  });

  it('probe every role where it answers probes', () => {
    for (const pod of pods.filter(({ name }) => name !== 'grandlivre-migrate')) {
      const { startupProbe, livenessProbe, readinessProbe, ports = [] } = pod.container;
      const probes = [livenessProbe!, readinessProbe!, startupProbe!];
      expect(probes.map(({ httpGet }) => httpGet.path)).to.deep.equal(Object.keys(PROBES));
      const metrics = readPodConfig(pod).metricsAddress!;
      expect([metrics.host, ports.find(({ name }) => name === 'metrics')?.containerPort]).to.deep.equal([
        '0.0.0.0',
        metrics.port,
      ]);
      for (const { httpGet } of probes) expect(httpGet.port).to.equal('metrics');
    }
  });

  it('lead to pods that exist: service, ingress, budgets and policies', () => {
    const find = (asked: Readonly<Record<string, string>>) => pods.filter(({ labels }) => matches(labels, asked));
    for (const { metadata, spec } of select(rendered, 'Deployment')) {
      expect(matches(spec.template.metadata.labels, spec.selector.matchLabels), metadata.name).to.equal(true);
      const budget = select(rendered, 'PodDisruptionBudget').find((one) => one.metadata.name === metadata.name);
      expect(find(budget!.spec.selector.matchLabels).map(({ name }) => name)).to.deep.equal([metadata.name]);
      expect(spec.replicas).to.be.above(budget!.spec.maxUnavailable);
    }
    const [service] = select(rendered, 'Service');
    const [api, ...others] = find(service!.spec.selector);
    expect([api!.name, others.length]).to.deep.equal(['grandlivre-api', 0]);
    expect(api!.container.ports!.map(({ name }) => name)).to.include(service!.spec.ports[0]!.targetPort);
    for (const { spec } of select(rendered, 'Ingress')) {
      expect(spec.rules[0]!.host).to.equal(new URL(readPodConfig(api!).baseUrl!).host);
      expect(spec.rules[0]!.http.paths[0]!.backend.service).to.deep.equal({
        name: service!.metadata.name,
        port: { name: service!.spec.ports[0]!.name },
      });
    }
    const open = select(rendered, 'NetworkPolicy').flatMap(({ spec }) => spec.ingress);
    for (const { from, ports } of open)
      if (ports.some(({ port }) => port === 'metrics')) expect(from, 'metrics').to.have.length(1);
  });

  it('use no shared volume where the files are in a bucket', () => {
    expect(select(rendered, 'PersistentVolumeClaim')).to.have.length(1);
    expect(select(inBucket, 'PersistentVolumeClaim')).to.have.length(0);
    for (const { spec } of select(inBucket, 'Deployment'))
      expect(spec.template.spec.volumes.filter((volume) => 'persistentVolumeClaim' in volume)).to.deep.equal([]);
  });
});
