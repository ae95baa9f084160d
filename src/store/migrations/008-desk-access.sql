-- Who may use the desk at the public address: invitations, passkeys, sessions, and a log of their actions.

create table desk_invitation (
  token_hash text primary key,
  user_name text not null,
  expires_at text not null
);
create table desk_passkey (
  id text primary key,
  user_name text not null,
  public_key text not null,
  device text not null,
  created_at text not null,
  used_at text not null
);
create table desk_session (
  token_hash text primary key,
  user_name text not null,
  passkey_id text not null,
  device text not null,
  started_at text not null,
  seen_at text not null,
  confirmed_at text not null,
  visited_before text,
  notice text
);
create table desk_action (
  id text primary key,
  at text not null,
  user_name text not null,
  action text not null,
  detail text not null,
  review_id text
);
