// What the linter checks that is ours alone.

/** A connection that is held outside a query ends the process when it breaks, unless somebody listens. */
const noHeldConnection = {
  create: (context) => ({
    'CallExpression[callee.property.name="connect"]'(node) {
      context.report({
        node,
        message: 'A connection of a pool is held by onOneConnection() of database/dedicated-connection.ts alone',
      });
    },
  }),
};

export default { meta: { name: 'grandlivre' }, rules: { 'no-held-connection': noHeldConnection } };
