import { z } from 'zod';

/** The parts of the Kubernetes API that our manifests use. Members that are not written down here are refused. */

const Name = z.string().regex(/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/);
const Labels = z.record(z.string().regex(/^[a-z0-9./-]+$/), z.string().regex(/^[A-Za-z0-9._-]{1,63}$/));
const Metadata = z.strictObject({ name: Name, namespace: Name.optional(), labels: Labels.optional() });
const Selector = z.strictObject({ matchLabels: Labels });
const Quantity = z.string().regex(/^\d+(?:m|Mi|Gi)?$/);
const PortName = z.string().regex(/^[a-z][a-z0-9-]{0,14}$/);
const Port = z.int().min(1).max(65_535);

const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: PortName }),
  periodSeconds: z.int().positive(),
  timeoutSeconds: z.int().positive().optional(),
  failureThreshold: z.int().positive(),
});

const Container = z.strictObject({
  name: Name,
  image: z.string().min(1),
  command: z.array(z.string()).optional(),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  envFrom: z.array(
    z.union([
      z.strictObject({ configMapRef: z.strictObject({ name: Name }) }),
      z.strictObject({ secretRef: z.strictObject({ name: Name, optional: z.boolean().optional() }) }),
    ]),
  ),
  ports: z.array(z.strictObject({ name: PortName, containerPort: Port })).optional(),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: Quantity, memory: Quantity }),
    limits: z.strictObject({ memory: Quantity }),
  }),
  securityContext: z.strictObject({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: Name, mountPath: z.string().startsWith('/') })),
});

const Pod = z.strictObject({
  metadata: z.strictObject({ labels: Labels }),
  spec: z.strictObject({
    automountServiceAccountToken: z.literal(false),
    terminationGracePeriodSeconds: z.int().positive().optional(),
    restartPolicy: z.enum(['OnFailure', 'Never']).optional(),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.int().positive(),
      runAsGroup: z.int().positive(),
      fsGroup: z.int().positive().optional(),
      fsGroupChangePolicy: z.enum(['OnRootMismatch', 'Always']).optional(),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    containers: z.array(Container).length(1),
    volumes: z.array(
      z.union([
        z.strictObject({ name: Name, emptyDir: z.strictObject({}) }),
        z.strictObject({ name: Name, persistentVolumeClaim: z.strictObject({ claimName: Name }) }),
      ]),
    ),
  }),
});

const declareKind = <K extends string, V extends string, S extends z.ZodRawShape>(apiVersion: V, kind: K, shape: S) =>
  z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata: Metadata, ...shape });

export const Deployment = declareKind('apps/v1', 'Deployment', {
  spec: z.strictObject({
    replicas: z.int().min(1),
    strategy: z.strictObject({
      type: z.literal('RollingUpdate'),
      rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }),
    }),
    selector: Selector,
    template: Pod,
  }),
});

export const Job = declareKind('batch/v1', 'Job', {
  spec: z.strictObject({
    backoffLimit: z.int(),
    ttlSecondsAfterFinished: z.int(),
    template: Pod.refine(({ spec }) => spec.restartPolicy !== undefined, 'a job needs a restart policy'),
  }),
});

export const ConfigMap = declareKind('v1', 'ConfigMap', { data: z.record(z.string(), z.string()) });
export const Secret = declareKind('v1', 'Secret', {
  type: z.literal('Opaque'),
  stringData: z.record(z.string(), z.string()),
});

export const Service = declareKind('v1', 'Service', {
  spec: z.strictObject({
    selector: Labels,
    ports: z.array(z.strictObject({ name: PortName, port: Port, targetPort: PortName })),
  }),
});

export const PodDisruptionBudget = declareKind('policy/v1', 'PodDisruptionBudget', {
  spec: z.strictObject({ maxUnavailable: z.int().min(1), selector: Selector }),
});

const PersistentVolumeClaim = declareKind('v1', 'PersistentVolumeClaim', {
  spec: z.strictObject({
    accessModes: z.tuple([z.literal('ReadWriteMany')]),
    resources: z.strictObject({ requests: z.strictObject({ storage: Quantity }) }),
  }),
});

export const NetworkPolicy = declareKind('networking.k8s.io/v1', 'NetworkPolicy', {
  spec: z.strictObject({
    podSelector: Selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(
      z.strictObject({
        from: z.array(z.strictObject({ namespaceSelector: Selector })).optional(),
        ports: z.array(z.strictObject({ protocol: z.literal('TCP'), port: PortName })),
      }),
    ),
  }),
});

export const Ingress = declareKind('networking.k8s.io/v1', 'Ingress', {
  spec: z.strictObject({
    rules: z.array(
      z.strictObject({
        host: z.string(),
        http: z.strictObject({
          paths: z.array(
            z.strictObject({
              path: z.string().startsWith('/'),
              pathType: z.enum(['Prefix', 'Exact']),
              backend: z.strictObject({
                service: z.strictObject({ name: Name, port: z.strictObject({ name: PortName }) }),
              }),
            }),
          ),
        }),
      }),
    ),
    tls: z.array(z.strictObject({ hosts: z.array(z.string()), secretName: Name })),
  }),
});

const PodMonitor = declareKind('monitoring.coreos.com/v1', 'PodMonitor', {
  spec: z.strictObject({
    selector: z.strictObject({
      matchExpressions: z.array(
        z.strictObject({ key: z.string(), operator: z.enum(['In', 'NotIn']), values: z.array(z.string()) }),
      ),
    }),
    podMetricsEndpoints: z.array(
      z.strictObject({ port: PortName, path: z.string().startsWith('/'), interval: z.string().regex(/^\d+s$/) }),
    ),
  }),
});

export const AnyManifest = z.discriminatedUnion('kind', [
  ...([ConfigMap, Deployment, Ingress, Job, NetworkPolicy, PersistentVolumeClaim] as const),
  ...([PodDisruptionBudget, PodMonitor, Secret, Service] as const),
]);

export type AnyManifest = z.infer<typeof AnyManifest>;
