-- Quiet hours leave an hour a day. In a minute a push could be missed by a job that runs a little late, day after day.
update notification_settings set quiet_until = quiet_from - interval '1 hour'
where quiet_from - quiet_until > interval '0' and quiet_from - quiet_until < interval '1 hour'
  or quiet_from - quiet_until < interval '-23 hours';
alter table notification_settings drop constraint notification_settings_check,
  add constraint quiet_hours_end check (quiet_from <> quiet_until and (quiet_from - quiet_until >= interval '1 hour'
    or quiet_from - quiet_until < interval '0' and quiet_from - quiet_until >= interval '-23 hours'));
