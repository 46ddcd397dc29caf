import { z } from 'zod';
import { settings, type SettingValues } from '../../domain/companies/settings.ts';
import type { Json } from '../../domain/json.ts';
import { buildInputSchema, buildOutputSchema } from '../records/schemas.ts';

/** The settings tree as request body and response, both built from the declaration. */

type Tree = { [name: string]: Tree | z.ZodType };

/** A decimal without an initial value may be missing. */
const buildDecimalSchema = (path: string) =>
  settings[path]!.initial === undefined ? z.number().nullable() : z.number();

/** A PATCH contains the leaves to change; null clears a value. */
export const SettingsBody = z.object(
  buildShape(
    buildTree((path) => buildInputSchema(settings[path]!).nullish()),
    (shape) => z.object(shape).optional(),
  ),
);

export const Settings = z
  .object(
    buildShape(
      buildTree((path) =>
        settings[path]!.kind === 'decimal' ? buildDecimalSchema(path) : buildOutputSchema(settings[path]!),
      ),
      (shape) => z.object(shape),
    ),
  )
  .meta({ id: 'CompanySettings' });

function buildTree(leafOf: (path: string) => z.ZodType): Tree {
  const tree: Tree = {};
  for (const path of Object.keys(settings)) {
    const names = path.split('.');
    const leaf = names.pop()!;
    let branch = tree;
    for (const name of names) branch = (branch[name] ??= {}) as Tree;
    branch[leaf] = leafOf(path);
  }
  return tree;
}

type Shape = Record<string, z.ZodType>;

function buildShape(tree: Tree, group: (shape: Shape) => z.ZodType): Shape {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [
      name,
      node instanceof z.ZodType ? node : group(buildShape(node, group)),
    ]),
  );
}

/** Returns the leaves of a body by dotted path. */
export function flattenSettings(body: unknown): SettingValues {
  const values: Record<string, Json> = {};
  const walk = (node: object, prefix: string): void => {
    for (const [name, value] of Object.entries(node) as [string, unknown][]) {
      const path = `${prefix}${name}`;
      if (value === undefined) continue;
      if (Object.hasOwn(settings, path)) values[path] = value as Json;
      else walk(value as object, `${path}.`);
    }
  };
  walk(body as object, '');
  return values;
}
