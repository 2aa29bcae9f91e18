-- Ledger's tables. The row-level security policies decide who may see and change a row. They use the claims of the verified token, which
-- the API sets for the transaction. The screen and the API use the same rule. The rule, licet.sql of @licet/rule, is installed before this
-- file.
create table customers (
  id      int generated always as identity primary key,
  name    text not null unique,
  city    text not null,
  country text not null
);

create table invoices (
  number   text primary key,
  customer int not null references customers,
  issued   date not null,
  due      date not null,
  sent     int not null default 1
);

create table lines (
  invoice  text not null references invoices,
  position int not null,
  item     text not null,
  quantity numeric not null,
  unit     text not null default '',
  cents    bigint not null,
  primary key (invoice, position)
);

-- Payments received. Refunds are negative.
create table payments (
  id      int generated always as identity primary key,
  invoice text not null references invoices,
  at      timestamptz not null default now(),
  method  text not null,
  cents   bigint not null check (cents <> 0),
  by_user text
);
create index payments_by_invoice on payments (invoice);

create view totals with (security_invoker = true) as
  select number,
         (select round(coalesce(sum(quantity * cents), 0) * 1.25)::bigint from lines where invoice = number) as total,
         (select coalesce(sum(cents), 0)::bigint from payments where invoice = number) as paid
  from invoices;

-- The API uses this role. Without claims in the transaction, the role sees no rows.
do $$ begin
  if not exists (select from pg_roles where rolname = 'ledger_api') then create role ledger_api nologin; end if;
end $$;
grant usage on schema public, licet to ledger_api;
grant select on customers, invoices, lines, payments, totals to ledger_api;
grant insert on payments to ledger_api;
grant update (sent) on invoices to ledger_api;

alter table customers enable row level security;
alter table invoices enable row level security;
alter table lines enable row level security;
alter table payments enable row level security;

-- Each call of the rule is in a sub-select, so that PostgreSQL evaluates the rule once per statement, not once per row.
create policy customers_read on customers for select using ((select licet.can('customers.read')));
create policy invoices_read on invoices for select using ((select licet.can('invoices.read')));
create policy invoices_send on invoices for update using ((select licet.can('invoices.send')));
create policy lines_read on lines for select using ((select licet.can('invoices.read')));
create policy payments_read on payments for select using ((select licet.can('payments.read')));
create policy payments_match on payments for insert with check (cents > 0 and (select licet.can('payments.match')));
create policy payments_refund on payments for insert with check (cents < 0 and (select licet.can('invoices.refund')));
