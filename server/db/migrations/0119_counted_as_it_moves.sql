-- As 0117: transfers that move and deliveries that come and end are counted by the statements that do it, which know from where to
-- where they go. Deliveries that are forgotten or opened again are still counted out of those that have ended by a trigger.
drop trigger count_update on transfers;
drop trigger count_insert on deliveries_open;
drop trigger count_delete on deliveries_open;
drop trigger count_insert on deliveries_ended;
drop function count_transfers_update();
drop function count_deliveries_open_insert();
drop function count_deliveries_open_delete();
drop function count_deliveries_ended_insert();
