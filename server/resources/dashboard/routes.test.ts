import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "#kernel/scope.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { linkMerchants, READ_ONLY_GRANT, unlinkMerchants } from "#resources/merchants/merchant-links.ts";
import { ROLES, type Role } from "#resources/users/schema.ts";
import { createTestUser, currentTotpCode, type TestUser } from "#testing/users.ts";
import { startTestWorld, type TestResponse } from "#testing/world.ts";
import { API_PERMISSIONS, DASHBOARD_PERMISSIONS, type Permission } from "./role-permissions.ts";

// Requests every path of the dashboard with every role, as a stranger, and in the other environment.

const world = await startTestWorld({ works: false });
const shop = await world.merchant({ name: "Chez Jeanne" });
const other = await world.merchant({ name: "Elsewhere" });

// A copy of the table of rights, so that an accidental change fails here.
const MAY: Readonly<Record<Permission["right"], Readonly<Record<Environment, readonly Role[]>>>> = {
  see: { test: ROLES, live: ROLES },
  charge: { test: ["owner", "developer", "finance", "support"], live: ["owner", "finance", "support"] },
  pay: { test: ["owner", "developer", "finance"], live: ["owner", "finance"] },
  export: { test: ["owner", "developer", "finance"], live: ["owner", "finance"] },
  develop: { test: ["owner", "developer"], live: ["owner", "developer"] },
  manage: { test: ["owner"], live: ["owner"] },
};

const people = new Map<Role, TestUser>();
const secrets = new Map<Role, string>();
for (const role of ROLES) {
  const person = await createTestUser(world, shop.id, role);
  secrets.set(role, await person.enrollSecondFactor());
  people.set(role, person);
}
const stranger = await createTestUser(world, other.id, "owner");
await stranger.enrollSecondFactor();

function personOf(role: Role): TestUser {
  const person = people.get(role);
  assert.ok(person);
  return person;
}

async function prove(...roles: readonly Role[]): Promise<void> {
  world.db.advanceClock(MINUTE_MS);
  for (const role of roles) await sendCode(role);
}

async function sendCode(role: Role): Promise<void> {
  const answer = await personOf(role).send("POST", "/me/proof", {
    code: await currentTotpCode(world, secrets.get(role) ?? ""),
  });
  assert.equal(answer.status, 200, answer.text);
}

let proofs: Promise<void> | null = null;

/** Gives every role a step-up, which lasts for all checks of paths: the clock does not move between them. */
function proveAll(): Promise<void> {
  proofs ??= prove(...ROLES);
  return proofs;
}

/**
 * The roles to check a path with: all of them for the first path of each right and environment, and then in turn one
 * that is permitted and one that is not. The service has one list of roles for each right.
 */
const rolesToCheck = (() => {
  const turns = new Map<string, number>();
  return (right: Permission["right"], environment: Environment): readonly Role[] => {
    const turn = turns.get(`${right} ${environment}`) ?? 0;
    turns.set(`${right} ${environment}`, turn + 1);
    if (turn === 0) return ROLES;
    const permitted = MAY[right][environment];
    const others = ROLES.filter((role) => !permitted.includes(role));
    return [permitted, others].flatMap((roles) => roles[turn % roles.length] ?? []);
  };
})();

let unknown_business: Promise<TestResponse> | null = null;

/** The answer about a business that does not exist. It is the same for every path. */
async function refusalOfUnknownBusiness(): Promise<string> {
  unknown_business ??= stranger.send("GET", "/merchants/mer_01jqk3v8q1e9fa4x2m7c5t0r6w/test/payments");
  return (await unknown_business).text;
}

const ENVIRONMENT_OF: readonly Environment[] = ["test", "live"];
const ANY = "never-was-such-a-thing";

interface Path {
  readonly name: string;
  readonly permission: Permission;
  readonly method: string;
  readonly of: (merchant: string, environment: Environment) => string;
  readonly environments: readonly Environment[];
}

function pathOf(name: string, permission: Permission, has_environment: boolean): Path {
  const [method = "", path = ""] = name.split(" ");
  const rest = path.replace(/\{\w+\}/g, ANY);
  return {
    ...{ name, permission, method },
    environments: has_environment ? ENVIRONMENT_OF : ["live"],
    of: (merchant, environment) => `/merchants/${merchant}${has_environment ? `/${environment}` : ""}${rest}`,
  };
}

const BUSINESS = /people|invitations|connections|audit-log|time-zone|branding|notifications/;
const paths = [
  ...Object.entries(API_PERMISSIONS).map(([name, permission]) => pathOf(name, permission, true)),
  ...Object.entries(DASHBOARD_PERMISSIONS).map(([name, permission]) => pathOf(name, permission, !BUSINESS.test(name))),
];

it("every operation of the API has a permission, or is left out on purpose", () => {
  const left_out = ["POST /payments/{reference}"];
  const route_names = world.app.routes.map(({ method, path }) => `${method} ${path}`);
  for (const name of route_names) assert.equal(name in API_PERMISSIONS, !left_out.includes(name), name);
  for (const name in API_PERMISSIONS) assert.ok(route_names.includes(name), `${name} exists`);
});

for (const [number, path] of paths.entries()) {
  describe(path.name, () => {
    for (const environment of path.environments) {
      it(`in ${environment} opens to the permitted roles only`, async () => {
        await proveAll();
        for (const role of rolesToCheck(path.permission.right, environment)) {
          const body = path.method === "GET" || path.method === "DELETE" ? undefined : {};
          const answer = await personOf(role).send(path.method, path.of(shop.id, environment), body);
          const may = MAY[path.permission.right][environment].includes(role);
          if (may) assert.notEqual(answer.status, 403, `${role}: ${answer.text}`);
          else assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [403, ["role"]], role);
          assert.ok(answer.status < 500, answer.text);
        }
      });
    }

    it("answers a stranger as for an unknown business, and refuses without a session", async () => {
      const environment = path.environments[number % path.environments.length] ?? "live";
      const body = path.method === "GET" || path.method === "DELETE" ? undefined : {};
      const refused = await stranger.send(path.method, path.of(shop.id, environment), body);
      assert.deepEqual([refused.status, refused.text], [404, await refusalOfUnknownBusiness()]);
      const nobody = await stranger.send(path.method, path.of(shop.id, environment), body, { cookie: "" });
      assert.equal(nobody.status, 401);
    });
  });
}

const split = { parts: [{ merchant: other.id, basis_points: 5_000 }] };

describe("parts for other merchants", () => {
  it("of a payment or link need the right to send money; without parts asking for money suffices", async () => {
    await world.db.engine((tx) => linkMerchants(tx, shop.id, other.id, READ_ONLY_GRANT, "test"));
    await proveAll();
    const form = new URLSearchParams({
      ...{ amount: "500", currency: "XAF", phone: "677123456" },
      ...{ "split[parts][0][merchant]": other.id, "split[parts][0][amount]": "250" },
    });
    const orders = [
      ["/payments", { amount: 500, currency: "XAF", phone: "677123456" }],
      ["/payment-links", { name: "Seats", currency: "XAF" }],
    ] as const;
    const at = (path: string) => `/merchants/${shop.id}/test${path}`;
    for (const [path, order] of orders) {
      const refused = await personOf("support").send("POST", at(path), { ...order, split });
      assert.deepEqual([refused.status, refused.body.reason], [403, "role_not_allowed"], refused.text);
      assert.equal((await personOf("support").send("POST", at(path), order)).status, 201);
      const made = await personOf("finance").send("POST", at(path), { ...order, split });
      assert.equal(made.status, 201, made.text);
    }
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const as_form = await personOf("support").send("POST", at("/payments"), `${form}`, type);
    assert.deepEqual([as_form.status, as_form.body.reason], [403, "role_not_allowed"], as_form.text);
    await world.db.engine((tx) => unlinkMerchants(tx, shop.id, other.id, "test"));
    await world.assertCleanAudit();
  });
});

describe("live", () => {
  it("requires a second factor for everything except reading", async () => {
    const owner = await createTestUser(world, shop.id, "owner");
    await owner.signIn();
    for (const { permission, method, of, name } of paths) {
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      const answer = await owner.send(method, of(shop.id, "live"), body);
      if (permission.right === "see") assert.notEqual(answer.status, 403, name);
      else assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [403, ["second_factor"]], name);
    }
  });

  it("requires a step-up for money, keys, addresses, webhooks and people; test for people and the rule only", async () => {
    const owner = personOf("owner");
    await prove("owner");
    world.db.advanceClock(6 * MINUTE_MS);
    for (const { permission, method, of, name, environments } of paths) {
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      for (const environment of environments) {
        const answer = await owner.send(method, of(shop.id, environment), body);
        const is_needed = permission.step_up === "always" || (permission.step_up === "live" && environment === "live");
        const is_refused = answer.status === 403 && "step_up" in answer.body.errors;
        assert.equal(is_refused, is_needed, `${environment} ${name}: ${answer.text}`);
      }
    }
    for (const path of ["/payments", "/payment-links"]) {
      const late = await owner.send("POST", `/merchants/${shop.id}/live${path}`, { split });
      assert.deepEqual([late.status, late.body.reason], [403, "step_up_required"], late.text);
    }
  });
});

describe("one environment", () => {
  it("shows nothing of the other environment or of another business", async () => {
    const owner = personOf("owner");
    await prove("owner");
    const at = (environment: Environment, path: string) => `/merchants/${shop.id}/${environment}${path}`;
    const order = { amount: 700, currency: "XAF", channel: "cm.mtn", reference: "only-in-test" };
    const made = await owner.send("POST", at("test", "/transfers"), {
      ...order,
      beneficiary_data: { name: "Ama", phone: "677123456" },
    });
    assert.equal(made.status, 201, made.text);
    const { id } = made.body.transfer;
    assert.equal((await owner.send("GET", at("test", `/transfers/${id}`))).status, 200);
    assert.equal((await owner.send("GET", at("live", `/transfers/${id}`))).status, 404);
    assert.equal((await owner.send("GET", at("live", "/transfers"))).body.totals, 0);
    assert.equal((await stranger.send("GET", `/merchants/${other.id}/test/transfers/${id}`)).status, 404);
    assert.equal((await owner.send("GET", at("test", "/overview"))).body.overview.transfers[0].count, 1);
    assert.deepEqual((await owner.send("GET", at("live", "/overview"))).body.overview.transfers, []);
  });

  it("a transfer sent twice with one Idempotency-Key is sent once", async () => {
    const owner = personOf("owner");
    const path = `/merchants/${shop.id}/test/transfers`;
    const order = { amount: 300, currency: "XAF", channel: "cm.mtn" };
    const body = { ...order, beneficiary_data: { name: "Ama", phone: "677123456" } };
    const [first, second] = [
      await owner.send("POST", path, body, { "idempotency-key": "press-1" }),
      await owner.send("POST", path, body, { "idempotency-key": "press-1" }),
    ];
    assert.equal(first.status, 201, first.text);
    assert.equal(first.text, second.text);
    assert.equal(second.headers.get("idempotent-replayed"), "true");
  });

  it("a private key's rights are read and changed in it only, with a step-up", async () => {
    const owner = personOf("owner");
    await prove("owner");
    const at = (environment: Environment, path: string) => `/merchants/${shop.id}/${environment}${path}`;
    const shown = async () => {
      const { items } = (await owner.send("GET", at("live", "/keys"))).body;
      return items.filter(({ name }: { name: string }) => name === "Till");
    };
    const limits = { rights: ["balance:read"], addresses: ["203.0.113.7"] };
    const made = await owner.send("POST", at("live", "/keys"), { kind: "both", name: "Till", ...limits });
    assert.equal(made.status, 201, made.text);
    const [private_key, public_key] = await shown();
    assert.deepEqual([public_key.kind, public_key.rights, public_key.addresses], ["public", null, null]);
    assert.deepEqual(
      [private_key.kind, private_key.rights, private_key.addresses],
      ["private", ["balance:read"], ["203.0.113.7/32"]],
    );
    const path = `/keys/${private_key.id}`;
    for (const [as, target_path] of [
      [owner, at("test", path)],
      [stranger, `/merchants/${other.id}/test${path}`],
    ] as const) {
      assert.equal((await as.send("PUT", target_path, {})).status, 404);
    }
    const wrong = await owner.send("PUT", at("live", path), { rights: ["money:take"] });
    assert.equal(wrong.body.field_reasons.rights[0].reason, "unknown_right");
    assert.equal((await owner.send("PUT", at("live", path), {})).status, 200);
    assert.deepEqual((await shown())[0].rights, null);
    assert.equal((await owner.send("PUT", at("live", "/key-rule"), { is_grant_required: true })).status, 200);
    assert.equal((await owner.send("GET", at("live", "/keys"))).body.is_grant_required, true);
    assert.equal((await owner.send("GET", at("test", "/keys"))).body.is_grant_required, false);
    await owner.send("PUT", at("live", "/key-rule"), { is_grant_required: false });
    world.db.advanceClock(6 * 60_000);
    for (const [setting_path, body] of [
      [path, { rights: ["balance:read"] }],
      ["/key-rule", { is_grant_required: true }],
    ] as const) {
      const late = await owner.send("PUT", at("live", setting_path), body);
      assert.ok(late.status === 403 && late.body.errors.step_up, late.text);
    }
    const { items } = (await owner.send("GET", `/merchants/${shop.id}/audit-log`)).body;
    assert.deepEqual(
      items.slice(0, 3).map(({ action, actor }: { action: string; actor: string }) => [action, actor]),
      ["key_rule.set", "key_rule.set", "key.restricted"].map((action) => [action, `user:${owner.id}`]),
    );
  });

  it("keys and addresses are created and removed in it only, with an audit entry each", async () => {
    const owner = personOf("owner");
    await prove("owner");
    const at = (environment: Environment, path: string) => `/merchants/${shop.id}/${environment}${path}`;
    const made = await owner.send("POST", at("live", "/keys"), { kind: "public", name: "Server" });
    assert.match(made.body.keys.public_key, /^live_pk_/);
    const [key] = (await owner.send("GET", at("live", "/keys"))).body.items;
    assert.equal(made.body.keys.public_key.endsWith(key.hint), true);
    assert.equal((await owner.send("DELETE", at("test", `/keys/${key.id}`))).status, 404);
    assert.equal((await stranger.send("DELETE", `/merchants/${other.id}/test/keys/${key.id}`)).status, 404);
    assert.equal((await owner.send("DELETE", at("live", `/keys/${key.id}`))).status, 200);
    assert.equal((await owner.send("POST", at("live", "/addresses"), { range: "203.0.113.7" })).status, 200);
    const listed = (await owner.send("GET", at("live", "/addresses"))).body.items;
    assert.deepEqual(
      listed.map(({ range }: { range: string }) => range),
      ["203.0.113.7/32"],
    );
    const range = encodeURIComponent("203.0.113.7/32");
    assert.equal((await owner.send("DELETE", at("live", `/addresses?range=${range}`))).status, 200);
    const { items } = (await owner.send("GET", `/merchants/${shop.id}/audit-log`)).body;
    const by_owner = items.filter(({ actor }: { actor: string }) => actor === `user:${owner.id}`);
    assert.deepEqual(
      by_owner.slice(0, 4).map(({ action }: { action: string }) => action),
      ["address.removed", "address.allowed", "key.revoked", "key.created"],
    );
    await world.assertCleanAudit();
  });
});

describe("members", () => {
  it("join by a link, once, and never into another person's account", async () => {
    const owner = personOf("owner");
    await prove("owner");
    const invited = await owner.send("POST", `/merchants/${shop.id}/people`, {
      email: "New@Example.cm",
      role: "finance",
    });
    assert.equal(invited.status, 201, invited.text);
    const token = invited.body.url.split("#")[1];
    const guest = await createTestUser(world, other.id, "viewer");
    const look = await guest.send("POST", "/invitation", { token });
    assert.deepEqual(look.body.invitation, {
      ...{ email: "new@example.cm", role: "finance", business: "Chez Jeanne", is_known: false },
    });
    const person = { token, name: "Nadia New", password: "seven grey parrots sing" };
    assert.equal((await guest.send("POST", "/invitation/new", { ...person, password: "short" })).status, 400);
    const named = await guest.send("POST", "/invitation/new", { ...person, password: "Chez-Jeanne-2026" });
    assert.deepEqual(named.body.field_reasons.password[0].params, { weakness: "words" }, "the name of the business");
    assert.equal((await guest.send("POST", "/invitation/new", person)).status, 200);
    const { me } = (await guest.send("GET", "/me")).body;
    assert.deepEqual([me.profile.email, me.businesses[0].role], ["new@example.cm", "finance"]);
    assert.equal((await guest.send("POST", "/invitation/new", person)).status, 404);

    await prove("owner");
    const second = await owner.send("POST", `/merchants/${shop.id}/people`, { email: stranger.email, role: "viewer" });
    const for_stranger = second.body.url.split("#")[1];
    const sign_up = { token: for_stranger, name: "Thief", password: "seven grey parrots sing" };
    assert.equal((await guest.send("POST", "/invitation/new", sign_up)).status, 409);
    assert.equal((await guest.send("POST", "/invitation/known", { token: for_stranger })).status, 403);
    await stranger.signIn();
    assert.equal((await stranger.send("POST", "/invitation/known", { token: for_stranger })).status, 401);
  });

  it("change roles and leave with immediate effect, and one owner always remains", async () => {
    const owner = personOf("owner");
    const lone = await createTestUser(world, other.id, "viewer");
    await prove("owner");
    const [first] = [await createTestUser(world, shop.id, "viewer")];
    await first.signIn();
    const at = (id: string) => `/merchants/${shop.id}/people/${id}`;
    assert.equal((await owner.send("PUT", at(first.id), { role: "support" })).status, 200);
    assert.equal((await first.send("GET", "/me")).body.me.businesses[0].role, "support");
    assert.equal((await owner.send("DELETE", at(first.id))).status, 200);
    assert.equal((await first.send("GET", `/merchants/${shop.id}/test/payments`)).status, 404);
    assert.equal((await owner.send("DELETE", at(lone.id))).status, 404);
    const boss = await createTestUser(world, (await world.merchant()).id, "owner");
    const secret = await boss.enrollSecondFactor();
    const [only] = (await boss.send("GET", "/me")).body.me.businesses;
    world.db.advanceClock(MINUTE_MS);
    await boss.send("POST", "/me/proof", { code: await currentTotpCode(world, secret) });
    const refused = await boss.send("PUT", `/merchants/${only.id}/people/${boss.id}`, { role: "viewer" });
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [400, ["role"]]);
  });
});

describe("merchant links", () => {
  it("are granted by the owner of the data; both see and log them, and either can end them", async () => {
    const owner = personOf("owner");
    const agent = await world.merchant({ name: "Agency" });
    const boss = await createTestUser(world, agent.id, "owner");
    const secret = await boss.enrollSecondFactor();
    const at = (id = "") => `/merchants/${shop.id}/connections${id}`;
    await prove("owner");
    for (const merchant of ["mer_nobody", "mer_01jqk3v8q1e9fa4x2m7c5t0r6w", shop.id]) {
      const refused = await owner.send("POST", at(), { merchant });
      assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [400, ["merchant"]], merchant);
    }
    assert.equal((await agent.send("GET", "/balance", undefined, { "x-sync": shop.id })).status, 404);
    await sleep(1_000);
    assert.equal((await owner.send("POST", at(), { merchant: ` ${agent.id} ` })).status, 200);
    assert.equal((await agent.send("GET", "/balance", undefined, { "x-sync": shop.id })).status, 200);
    const listConnections = async (as: TestUser, merchant: string) =>
      (await as.send("GET", `/merchants/${merchant}/connections`)).body.items;
    const [[ours], [theirs]] = [await listConnections(owner, shop.id), await listConnections(boss, agent.id)];
    assert.deepEqual([ours.direction, ours.id, ours.name], ["in", agent.id, "Agency"]);
    assert.deepEqual([theirs.direction, theirs.id, theirs.name], ["out", shop.id, "Chez Jeanne"]);
    while ((await listConnections(owner, shop.id))[0].last_request_at === null) await sleep(100);

    const prove_boss = { code: await currentTotpCode(world, secret) };
    assert.equal((await boss.send("POST", "/me/proof", prove_boss)).status, 200);
    const out = `/merchants/${agent.id}/connections/${shop.id}?direction=out`;
    assert.equal((await boss.send("DELETE", out)).status, 200);
    assert.equal((await boss.send("DELETE", out)).status, 404);
    await sleep(1_000);
    assert.equal((await agent.send("GET", "/balance", undefined, { "x-sync": shop.id })).status, 404);
    await prove("owner");
    await owner.send("POST", at(), { merchant: agent.id });
    assert.equal((await owner.send("DELETE", at(`/${agent.id}?direction=in`))).status, 200);
    assert.deepEqual(await listConnections(owner, shop.id), []);
    const audit_log = (await owner.send("GET", `/merchants/${shop.id}/audit-log`)).body.items;
    assert.deepEqual(
      audit_log
        .map(({ action }: { action: string }) => action)
        .filter((action: string) => action.startsWith("agent."))
        .slice(0, 4),
      ["agent.forbidden", "agent.allowed", "agent.forbidden", "agent.allowed"],
    );
    await world.assertCleanAudit();
  });
});
