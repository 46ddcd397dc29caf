import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** Renders a kustomization with the members that ours use, for machines without kubectl. Unknown members are refused. */

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [member: string]: unknown;
}

interface Patch {
  readonly target: { readonly kind: string; readonly name?: string };
  readonly patch: string;
}

interface Kustomization {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly patches?: readonly Patch[];
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string | number }[];
}

const MEMBERS = ['apiVersion', 'kind', 'namespace', 'resources', 'components', 'patches', 'images'];

export function renderKustomization(folder: string, below: readonly Manifest[] = []): readonly Manifest[] {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((member) => !MEMBERS.includes(member));
  if (unknown.length > 0) throw new Error(`${folder}: unknown members ${unknown.join()}`);
  const { resources = [], components = [], patches = [], namespace, images = [] } = kustomization;
  let manifests = [...below, ...resources.flatMap((name) => readResource(join(folder, name)))];
  for (const component of components) manifests = [...renderKustomization(join(folder, component), manifests)];
  for (const patch of patches) manifests = manifests.flatMap((manifest) => applyPatch(manifest, patch));
  return manifests.map((manifest) => withImages(withNamespace(manifest, namespace), images));
}

function readResource(path: string): readonly Manifest[] {
  if (existsSync(join(path, 'kustomization.yaml'))) return renderKustomization(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as Manifest);
}

/** A list of operations, or the removal of the manifest. */
function applyPatch(manifest: Manifest, { target, patch }: Patch): readonly Manifest[] {
  if (manifest.kind !== target.kind || (target.name ?? manifest.metadata.name) !== manifest.metadata.name)
    return [manifest];
  const parsed = parse(patch) as unknown;
  if (!Array.isArray(parsed)) {
    if ((parsed as { readonly $patch?: string }).$patch === 'delete') return [];
    throw new Error(`An unknown patch: ${patch}`);
  }
  return [parsed.reduce(replaceMember, structuredClone(manifest)) as Manifest];
}

type Tree = Record<string, unknown>;

function replaceMember(
  tree: unknown,
  { op, path, value }: { readonly op: string; readonly path: string; readonly value: unknown },
): unknown {
  if (op !== 'replace') throw new Error(`An unknown operation: ${op}`);
  const keys = path.slice(1).split('/');
  const parent = keys.slice(0, -1).reduce((node, key) => node[key] as Tree, tree as Tree);
  if (parent[keys.at(-1)!] === undefined) throw new Error(`${path} does not exist`);
  parent[keys.at(-1)!] = value;
  return tree;
}

const withNamespace = (manifest: Manifest, namespace: string | undefined): Manifest =>
  namespace === undefined ? manifest : { ...manifest, metadata: { ...manifest.metadata, namespace } };

function withImages(manifest: Manifest, images: NonNullable<Kustomization['images']>): Manifest {
  const text = JSON.stringify(manifest, (key, value: unknown) => {
    const image = key === 'image' ? images.find(({ name }) => name === value) : undefined;
    return image === undefined ? value : `${image.newName}:${image.newTag}`;
  });
  return JSON.parse(text) as Manifest;
}
