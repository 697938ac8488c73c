-- Jobs live for moments: compressing what they are told costs more than the disk that it saves.
alter table jobs alter column payload set storage external;
