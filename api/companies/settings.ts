import { z } from 'zod';
import { settings, type SettingValues } from '../../domain/companies/settings.ts';
import type { Json } from '../../domain/json.ts';
import { input, output } from '../records/schemas.ts';

/** The tree of settings as a request body and as an answer, both from its declaration. */

type Tree = { [name: string]: Tree | z.ZodType };

/** A PATCH names the leaves that it changes; null empties one. */
export const SettingsBody = z.object(
  shapeOf(
    treeOf((path) => input(settings[path]!).nullish()),
    (shape) => z.object(shape).optional(),
  ),
);

export const Settings = z
  .object(
    shapeOf(
      treeOf((path) => (settings[path]!.kind === 'decimal' ? z.number() : output(settings[path]!))),
      (shape) => z.object(shape),
    ),
  )
  .meta({ id: 'CompanySettings' });

function treeOf(leafOf: (path: string) => z.ZodType): Tree {
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

function shapeOf(tree: Tree, group: (shape: Shape) => z.ZodType): Shape {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [name, node instanceof z.ZodType ? node : group(shapeOf(node, group))]),
  );
}

/** The leaves of a body by their dotted paths. */
export function settingValues(body: unknown): SettingValues {
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
